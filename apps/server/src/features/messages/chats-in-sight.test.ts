import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { seeingAll } from '../../testing/seeing.ts'
import { createInboxRepository } from './inbox.repository.ts'

const [MINE, FREE, OF_OTHERS] = ['60131000001', '60131000002', '60131000003']

describe.each(engines)('texts of chats that are seen, on %s', (engine) => {
  let room: ChatRoom
  let ids: string[]
  beforeAll(async () => {
    room = await openChatRoom(engine)
    for (const from of [MINE, FREE, OF_OTHERS]) await room.hear(from, `From ${from}`)
    await room.settled()
    await assign(MINE, 'me')
    await assign(OF_OTHERS, 'somebody else')
    const rows = await room.db.selectFrom('inbox').select('message_id').execute()
    ids = rows.map(({ message_id }) => message_id)
  })
  afterAll(() => room.close())

  const assign = (chatKey: string, personId: string) =>
    room.db
      .updateTable('chats')
      .set({ assigned_to: personId })
      .where('chat_key', '=', chatKey)
      .execute()
  const textsFor = async (ownChatsOnly: boolean, db = room.db) => {
    const sight = { ...seeingAll(room.workspaceId), personId: 'me', ownChatsOnly }
    const texts = await createInboxRepository(db).textsOf([room.deviceId], ids, sight)
    return [...texts.values()].sort()
  }

  test('are those of own chats and of nobody’s, to somebody who sees only their own chats', async () => {
    expect(await textsFor(true)).toEqual([`From ${MINE}`, `From ${FREE}`])
    expect(await textsFor(false)).toHaveLength(3)
  })

  test('are found by the key of the chat; who sees all asks for no chat', async () => {
    const ofChats = async (ownChatsOnly: boolean) => {
      const plans = await queryPlans(room.db, (db) => textsFor(ownChatsOnly, db))
      return plans.filter((line) => /\bchats\b/.test(line))
    }
    expect(await ofChats(false)).toEqual([])
    for (const line of await ofChats(true)) expect(line).not.toMatch(/SCAN chats|Seq Scan/)
  })
})
