import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNotePhoneWord } from '../features/chats/bots/note-phone-word.ts'
import { chatRows, lockChat } from '../features/messages/chat-rows.ts'
import { type ChatRoom, openChatRoom } from '../testing/chat-room.ts'
import { journeyEngines } from '../testing/engines.ts'

const SITI = '60131000001'
const HOUR = 60 * 60_000

describe.each(journeyEngines)('what is noted of a word on the phone, on %s', (engine) => {
  let room: ChatRoom
  let isOn: boolean
  beforeEach(async () => {
    room = await openChatRoom(engine)
    isOn = true
    await room.hear(SITI, 'Hai')
  })
  afterEach(() => room.close())

  async function writeOnPhone(): Promise<void> {
    room.clock.advance(1000)
    await room.hear(SITI, 'Dari telefon', { fromMe: true, sentAt: room.clock.now() })
    const note = createNotePhoneWord({
      ...room,
      store: { lock: lockChat },
      chatbotsOn: async (_db, ids) => new Set(isOn ? ids : []),
      announce: () => {},
    })
    const chat = await room.db
      .selectFrom(chatRows.as('chat'))
      .selectAll('chat')
      .executeTakeFirstOrThrow()
    await note(chat)
  }
  const noted = async () => {
    const rows = await room.db.selectFrom('chat_entries').select(['kind', 'params']).execute()
    return rows.map(({ kind, params }) => [kind, JSON.parse(params)])
  }

  test('a pause begins once, however much is written in it, and again when it is over', async () => {
    await writeOnPhone()
    const first = room.clock.now()
    await writeOnPhone()
    expect(await noted()).toEqual([
      ['chatbot_paused', { until: new Date(first + 4 * HOUR).toISOString() }],
    ])
    room.clock.advance(5 * HOUR)
    await writeOnPhone()
    expect((await noted()).length).toBe(2)
  })

  test('a number without a chatbot has nothing to pause', async () => {
    isOn = false
    await writeOnPhone()
    expect(await noted()).toEqual([])
  })
})
