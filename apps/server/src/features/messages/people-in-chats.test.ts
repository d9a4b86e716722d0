import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { giveChatToPeople, spokenInChats } from './people-in-chats.ts'

const SITI = '60131000001'
const MINUTE = 60_000

describe.each(engines)('people in chats, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.hear(SITI, 'Hai')
  })
  afterEach(() => room.close())

  const spoken = () =>
    room.db
      .selectFrom(spokenInChats.as('chat'))
      .select(['word_at', 'handed_over_at'])
      .executeTakeFirstOrThrow()

  test('a word on the phone counts from when it was written, and an older one changes nothing', async () => {
    expect(await spoken()).toEqual({ word_at: null, handed_over_at: null })
    const now = room.clock.now()
    await room.hear(SITI, 'Dari telefon', { fromMe: true, sentAt: now - MINUTE })
    expect(await spoken()).toMatchObject({ word_at: now - MINUTE })
    await room.hear(SITI, 'Lama', { fromMe: true, sentAt: now - 60 * MINUTE })
    await room.hear(SITI, 'Baik')
    expect(await spoken()).toMatchObject({ word_at: now - MINUTE })
  })

  test('a chat that is handed over waits for people', async () => {
    await room.hear(SITI, 'Dari telefon', { fromMe: true })
    const at = room.clock.now() + 1
    const given = { deviceId: room.deviceId, chatKey: SITI }
    const chat = await giveChatToPeople(room.db, given, at)
    expect(await spoken()).toMatchObject({ handed_over_at: at })
    expect(
      await room.db
        .selectFrom('chats')
        .select(['id', 'waiting_since'])
        .where('waiting_since', '=', at)
        .execute(),
    ).toEqual([{ id: chat?.id, waiting_since: at }])
    expect(await giveChatToPeople(room.db, { ...given, chatKey: 'x' }, at)).toBeNull()
  })
})
