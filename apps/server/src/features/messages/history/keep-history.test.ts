import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { InboundMessage } from '../../../platform/inbound-message.ts'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { engines } from '../../../testing/engines.ts'
import { movingChats } from '../../../testing/plain-inbox.ts'
import { createChatNumbers } from '../chat-numbers.repository.ts'
import type { ChatNotice } from '../messages.ports.ts'
import type { SharedChat } from './history.ports.ts'
import { createHistoryKeeping } from './keep-history.ts'

const PERSON = '60131000001'
const LID = `${PERSON}9@lid`
const GROUP = '1203@g.us'
const NOW = { isOnDemand: false, requestId: '' }

describe.each(engines)('a history on %s', (engine) => {
  let room: ChatRoom
  let older: ChatNotice[]
  beforeEach(async () => {
    room = await openChatRoom(engine)
    older = []
    await room.item({ caption: 'RM4', keywords: ['harga'] })
  })
  afterEach(() => room.close())

  const keeping = () =>
    createHistoryKeeping({
      db: room.db,
      clock: room.clock,
      numbers: createChatNumbers(room.db),
      moving: movingChats,
      ownerOf: async () => room.workspaceId,
      linkedAt: async () => room.clock.now(),
      onChanged: () => {},
      onStored: (notice) => older.push(notice),
    })
  const message = (
    id: string,
    text: string,
    more: Partial<InboundMessage> = {},
  ): InboundMessage => ({
    deviceId: room.deviceId,
    messageId: id,
    chatJid: `${PERSON}@s.whatsapp.net`,
    chatLid: null,
    chat: 'individual',
    senderJid: `${PERSON}@s.whatsapp.net`,
    senderNumber: PERSON,
    username: null,
    senderName: '',
    kind: 'text',
    text,
    fromMe: false,
    sentAt: room.clock.now() - 86_400_000,
    ...more,
  })
  const chat = (name: string, ...messages: InboundMessage[]): SharedChat => ({
    name,
    messages,
    reactions: [],
  })
  const inbox = () =>
    room.db
      .selectFrom('inbox')
      .innerJoin('chats', 'chats.id', 'inbox.chat_id')
      .select(['message_id', 'inbox.text', 'state', 'received_at', 'chats.chat_key'])
      .orderBy('received_at')
      .orderBy('message_id')
      .execute()
  const chats = () =>
    room.db
      .selectFrom('chats')
      .select(['chat_key', 'name', 'preview', 'last_by', 'unread', 'waiting_since', 'hidden'])
      .orderBy('chat_key')
      .execute()
  const counted = async () => {
    const { all } = await room.db
      .selectFrom('chat_counts')
      .select((eb) => eb.fn.sum<number>('chats').as('all'))
      .executeTakeFirstOrThrow()
    return Number(all ?? 0)
  }

  test('is stored at its time, once, and nobody waits or is answered', async () => {
    const at = room.clock.now() - 5000
    const shared = [
      chat(
        'Nurul',
        message('A1', 'harga', { sentAt: at }),
        message('A2', 'RM4 one', { sentAt: at + 1, fromMe: true }),
      ),
    ]
    for (let times = 0; times < 2; times++) await keeping().keeper.keep(room.deviceId, shared, NOW)
    await room.settled()
    expect(await inbox()).toEqual([
      { message_id: 'A1', text: 'harga', state: 'old', received_at: at, chat_key: PERSON },
      { message_id: 'A2', text: 'RM4 one', state: 'own', received_at: at + 1, chat_key: PERSON },
    ])
    expect(await chats()).toEqual([
      {
        chat_key: PERSON,
        name: 'Nurul',
        preview: 'RM4 one',
        last_by: 'phone',
        unread: 0,
        waiting_since: null,
        hidden: 0,
      },
    ])
    expect(room.count()).toEqual([])
    const [history] = await keeping().list(room.workspaceId, null)
    expect(history).toMatchObject({ state: 'reading', days: 30, messages: 2, chats: 1 })
  })

  test('leaves what came in since as it is, and the person goes on waiting', async () => {
    await room.hear(PERSON, 'Hello?', { messageId: 'A9', senderName: 'Nurul' })
    const before = await chats()
    await keeping().keeper.keep(
      room.deviceId,
      [chat('Somebody', message('A9', 'changed'), message('A1', 'Earlier', { fromMe: true }))],
      NOW,
    )
    expect(await chats()).toEqual(before)
    expect((await inbox()).map((row) => row.text)).toEqual(['Earlier', 'Hello?'])
  })

  test('joins the chat of a person that was known by their LID alone', async () => {
    await room.hear('', 'Hello', { chatJid: LID, senderJid: LID, senderNumber: null })
    await room.settled()
    await keeping().keeper.keep(
      room.deviceId,
      [chat('', message('A1', 'Earlier', { chatLid: LID }))],
      NOW,
    )
    expect((await inbox()).map((row) => row.chat_key)).toEqual([PERSON, PERSON])
  })

  test('keeps messages with the id of another one, and none that was pruned', async () => {
    await room.hear('60131000002', 'Mine', { messageId: 'A1' })
    await room.db
      .insertInto('pruned_inbox')
      .values({ device_id: room.deviceId, message_id: 'A2', pruned_at: 0 })
      .execute()
    const shared = [chat('', message('A1', 'Same id'), message('A2', 'Pruned'))]
    for (let times = 0; times < 2; times++) await keeping().keeper.keep(room.deviceId, shared, NOW)
    expect((await inbox()).map((row) => row.text)).toEqual(['Same id', 'Mine'])
  })

  test('has groups that are counted and shown only while the number shows them', async () => {
    const numbers = createChatNumbers(room.db)
    const group = { chat: 'group', chatJid: GROUP } as const
    await keeping().keeper.keep(room.deviceId, [chat('Staff', message('G1', 'Hi', group))], NOW)
    expect([await chats(), await counted()]).toMatchObject([[{ name: 'Staff', hidden: 1 }], 0])
    const shown = { ...(await numbers.of(room.deviceId)), showsGroups: true }
    expect(await numbers.save(room.deviceId, shown)).toBe(true)
    expect([await chats(), await counted()]).toMatchObject([[{ hidden: 0 }], 1])
    await room.hear(PERSON, 'hello all', { ...group, chatJid: '1204@g.us' })
    expect(await counted()).toBe(2)
    expect(await numbers.save(room.deviceId, { ...shown, showsGroups: false })).toBe(true)
    expect(await counted()).toBe(0)
  })

  test('goes on with the parts that were not read, and ends with the last', async () => {
    const { keeper, list } = keeping()
    const ids = []
    for (const n of [1, 2]) ids.push(await keeper.addPart(room.deviceId, Buffer.from([n])))
    const [one = '', two = ''] = ids
    await keeper.keep(room.deviceId, [chat('', message('A1', 'One'))], NOW)
    await keeper.partRead(room.deviceId, one, { ...NOW, progress: 50 })
    expect(await list(room.workspaceId, null)).toMatchObject([
      { state: 'reading', aboutMessages: 2 },
    ])
    expect(await keeper.partsOf(room.deviceId)).toEqual([
      { id: two, notification: Buffer.from([2]) },
    ])
    await keeper.partRead(room.deviceId, two, { ...NOW, progress: 100 })
    expect(await list(room.workspaceId, null)).toMatchObject([{ state: 'done', messages: 1 }])
    expect(await list(room.workspaceId, ['another'])).toEqual([])
  })

  test('tells of older messages that somebody has asked for, and of no others', async () => {
    const { keeper } = keeping()
    await keeper.keep(room.deviceId, [chat('', message('A2', 'Two'))], NOW)
    const both = [chat('', message('A1', 'One'), message('A2', 'Two'))]
    await keeper.keep(room.deviceId, both, { isOnDemand: true, requestId: 'R1' })
    expect(older).toMatchObject([{ chatKey: PERSON, entryIds: ['A1'] }])
  })

  test('gives up a part that cannot be read three times', async () => {
    const { keeper } = keeping()
    const id = await keeper.addPart(room.deviceId, Buffer.from([1]))
    for (let times = 0; times < 3; times++) {
      expect(await keeper.partsOf(room.deviceId)).toHaveLength(1)
      await keeper.partFailed(room.deviceId, id)
    }
    expect(await keeper.partsOf(room.deviceId)).toEqual([])
  })
})
