import type { Session } from '@kirim/contract/accounts'
import type { Chat } from '@kirim/contract/chats'
import type { ChatPresence } from '@kirim/contract/realtime'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedChat } from '../testing/seed-chat.ts'
import { seedMember } from '../testing/seed-member.ts'
import { seedDevice } from '../testing/seed-user.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { startTestNodes, type TestNode, type TestNodes } from '../testing/test-nodes.ts'

const SPEED = 10

describe('chats that are shared over two nodes', () => {
  let nodes: TestNodes
  let here: TestNode
  let there: TestNode
  let siti: Session
  let farid: Session
  let deviceId: string
  let serial = 0

  beforeAll(async () => {
    nodes = await startTestNodes(SPEED)
    here = await nodes.start('here')
    there = await nodes.start('there')
    siti = await nodes.newUser(here)
    farid = await nodes.newUser(there)
    await seedMember(nodes.db, siti._id, farid._id, { role: 'agent', sees: 'chats' })
    deviceId = await seedDevice(nodes.db, siti._id)
  })
  afterAll(() => nodes?.stop())

  const newChat = async (waits: boolean) => {
    const chatKey = `6012345${String(++serial).padStart(4, '0')}`
    const id = await seedChat(nodes.db, { workspaceId: siti._id, deviceId, chatKey })
    if (waits) {
      await nodes.db
        .updateTable('chats')
        .set({ waiting_since: serial })
        .where('id', '=', id)
        .execute()
    }
    return id
  }
  const call = async <T>(method: string, path: string, body?: object) => {
    const answer = await here.call(method, path, { token: siti.token, ...(body && { body }) })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body as T
  }
  const browsers = () =>
    Promise.all([openBrowser(here.url, siti), openBrowser(there.url, farid, siti._id)])

  test('each sees who has a chat open on the other, until they leave or lose sight of it', async () => {
    const id = await newChat(false)
    const [one, other] = await browsers()
    const both = [one, other].map((browser) =>
      browser.next<ChatPresence>('chat_presence_changed', ({ people }) => people.length === 2),
    )
    one.socket.emit('chat_opened', { chatId: id, isWriting: false })
    other.socket.emit('chat_opened', { chatId: id, isWriting: true })
    for (const { people } of await Promise.all(both)) {
      const writing = people.filter(({ isWriting }) => isWriting)
      expect(writing.map((person) => person.id)).toEqual([farid._id])
    }
    const alone = one.next<ChatPresence>(
      'chat_presence_changed',
      ({ people }) => people.length === 1,
    )
    const gone = other.next('chat_gone')
    await call('PUT', `/chats/${id}/assignee`, { personId: siti._id })
    expect((await alone).people.map((person) => person.id)).toEqual([siti._id])
    expect(await gone).toEqual({ id })
    one.close()
    other.close()
  })

  test('chats go in turn to those who are there, once each, however many nodes look', async () => {
    const [one, other] = await browsers()
    const ids: string[] = []
    for (let n = 0; n < 10; n += 1) ids.push(await newChat(true))
    await Promise.all(
      [here, there].map((node) =>
        node.call('PUT', '/chats/settings', { token: siti.token, body: { newChats: 'in_turn' } }),
      ),
    )
    const assigned = async () => {
      const chats = await Promise.all(ids.map((id) => call<{ chat: Chat }>('GET', `/chats/${id}`)))
      return chats.map(({ chat }) => chat.assignedTo)
    }
    await until('all are given', async () => (await assigned()).every((id) => id !== null))
    const counts = Map.groupBy(await assigned(), (id) => id)
    // One chat of the first test is Siti's.
    expect([counts.get(siti._id)?.length, counts.get(farid._id)?.length]).toEqual([5, 5])
    const entries = await nodes.db
      .selectFrom('chat_entries')
      .select('chat_id')
      .where('kind', '=', 'assigned')
      .where('chat_id', 'in', ids)
      .execute()
    expect(entries.length).toBe(ids.length)
    one.close()
    other.close()
  })
})
