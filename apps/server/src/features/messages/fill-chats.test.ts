import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { createWork } from '../../platform/nodes/work.ts'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { sentInChats } from '../../testing/plain-inbox.ts'
import { createChatFilling } from './fill-chats.ts'

const PEOPLE = ['60131000001', '60131000002', '60131000003']
const GROUP = { chat: 'group', chatJid: '1203@g.us' } as const

describe.each(engines)('messages of a version that knew no chats, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'RM4', keywords: ['harga'] })
  })
  afterEach(() => room.close())

  const filling = (sent = sentInChats) =>
    createChatFilling({
      db: room.db,
      sent,
      work: createWork(null),
      clock: room.clock,
      log: createLog('silent'),
    })
  /** As an older node leaves them. */
  async function forgetChats(): Promise<void> {
    await room.db.deleteFrom('chats').execute()
    for (const table of ['inbox', 'outgoing'] as const) {
      await room.db.updateTable(table).set({ chat_id: null }).execute()
    }
  }
  /** Of all messages, those of one chat together; which id it has does not matter. */
  async function places() {
    const [received, sent] = await Promise.all(
      (['inbox', 'outgoing'] as const).map((table) =>
        room.db.selectFrom(table).select(['message_id', 'chat_id']).execute(),
      ),
    )
    const all = [...(received ?? []), ...(sent ?? [])]
    const byChat = Map.groupBy(all, ({ chat_id }) => chat_id)
    if (byChat.has(null)) return null
    return [...byChat.values()].map((some) => some.map((one) => one.message_id).sort()).sort()
  }
  const lists = () =>
    room.db
      .selectFrom('chats')
      .select(['chat_key', 'number', 'lid', 'name', 'preview', 'last_by', 'last_at'])
      .orderBy('chat_key')
      .execute()

  async function talk(): Promise<void> {
    for (const person of PEOPLE) {
      room.clock.advance(1000)
      await room.hear(person, 'harga', { senderName: `P${person}`, chatLid: `${person}1@lid` })
      await room.settled()
      room.clock.advance(1000)
      await room.hear(person, 'thanks')
    }
    await room.hear(PEOPLE[0] ?? '', 'hello all', GROUP)
    await room.settled()
  }

  test('get the chats that they would have had, and nobody waits in them', async () => {
    await talk()
    const [before, shown] = [await places(), await lists()]
    await forgetChats()
    await filling().fillAll()
    expect(await places()).toEqual(before)
    expect(await lists()).toEqual(shown)
    const open = await room.db
      .selectFrom('chats')
      .select(['unread', 'waiting_since'])
      .distinct()
      .execute()
    expect(open).toEqual([{ unread: 0, waiting_since: null }])
  })

  test('are given them once, however often and wherever it is cut off', async () => {
    await talk()
    const before = await places()
    await forgetChats()
    const place = async () => Promise.reject(new Error('cut off'))
    await expect(filling({ ...sentInChats, place }).fillAll()).rejects.toThrow('cut off')
    expect(await places()).toBeNull()
    await filling().fillAll()
    // An older node goes on beside this one.
    await room.db
      .updateTable('outgoing')
      .set({ chat_id: null })
      .where('jid', 'like', `${PEOPLE[1]}%`)
      .execute()
    await filling().fillAll()
    await filling().fillAll()
    expect(await places()).toEqual(before)
  })

  test('change nothing of what came in meanwhile', async () => {
    await talk()
    await forgetChats()
    room.clock.advance(1000)
    await room.hear(PEOPLE[0] ?? '', 'Are you there?')
    await room.settled()
    await filling().fillAll()
    const [chat] = await room.db
      .selectFrom('chats')
      .select(['preview', 'unread', 'waiting_since'])
      .where('chat_key', '=', PEOPLE[0] ?? '')
      .execute()
    expect(chat).toEqual({ preview: 'Are you there?', unread: 1, waiting_since: room.clock.now() })
    expect(await places()).not.toBeNull()
  })
})
