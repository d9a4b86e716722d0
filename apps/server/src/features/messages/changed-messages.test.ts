import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'

const SITI = '60131000001'
const MEI = '60131000002'
const GROUP = { chat: 'group', chatJid: '1203@g.us' } as const
const MINUTE_MS = 60_000

describe.each(engines)('what people do to their messages, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    const typed = { presenceDelayTime: 20, presenceDelayStatus: 'enable_typing' } as const
    await room.item({ caption: 'RM4', keywords: ['harga'], ...typed })
    await room.item({ caption: 'At 7', keywords: ['buka'] })
  })
  afterEach(() => room.close())

  const isTyping = (times = 1) =>
    until('it types', () => room.network.presences.length === times && room.clock.nextTimer())
  /** Half of the time for which it types, twice. */
  async function typesOn(): Promise<void> {
    for (let step = 0; step < 2; step++) {
      await until('it waits', () => room.clock.nextTimer() !== null)
      room.clock.advance(10_000)
    }
  }
  /** For a moment the message has neither a reply nor to be answered, as two queries see it. */
  async function isAnswered(): Promise<void> {
    await until('it is answered', () => room.count().length > 0)
    await room.settled()
  }
  const replies = async () => (await room.replies()).map(({ text, state }) => `${text} ${state}`)

  test('a reply that is being typed is dropped when its message is deleted', async () => {
    const id = await room.hear(SITI, 'harga')
    await isTyping()
    await room.change(SITI, id, null)
    await typesOn()
    await room.settled()
    expect(room.count()).toEqual([])
    expect(await replies()).toEqual(['RM4 dropped'])
    expect(await room.inbox(id)).toMatchObject({ state: 'silent', reason: 'message_deleted' })
    expect(await room.totals()).toEqual({ total: 0, sent: 0, failed: 0 })
  })

  test('a reply that is being typed is dropped for the last wording, which is answered', async () => {
    const id = await room.hear(SITI, 'harga')
    await isTyping()
    await room.change(SITI, id, 'buka')
    await typesOn()
    await isAnswered()
    expect(room.count()).toEqual(['At 7'])
    expect(await replies()).toEqual(['At 7 sent'])
    expect(await room.inbox(id)).toMatchObject({ state: 'answered' })
    expect(await room.totals()).toMatchObject({ total: 1 })
  })

  test('the same in a chat without open messages', async () => {
    await room.hear(SITI, 'buka')
    await room.settled()
    const id = await room.hear(SITI, 'harga')
    await isTyping()
    await room.change(SITI, id, 'buka lagi')
    await typesOn()
    await until('it is answered', () => room.count().length > 1)
    await room.settled()
    expect(await replies()).toEqual(['At 7 sent', 'At 7 sent'])
    expect(await room.inbox(id)).toMatchObject({ state: 'answered' })
  })

  test('a kill in between changes nothing', async () => {
    const [first, second] = [await room.hear(SITI, 'harga'), await room.hear(MEI, 'harga')]
    await isTyping(2)
    await room.change(SITI, first, null)
    await room.change(MEI, second, 'buka')
    room.restart()
    await isAnswered()
    expect(room.count()).toEqual(['At 7'])
  })

  test('another person cannot delete or edit it', async () => {
    const id = await room.hear(SITI, 'buka')
    await room.settled()
    const other = await room.hear(SITI, 'nothing')
    await room.settled()
    await room.change(MEI, other, 'buka')
    await room.change(MEI, id, null)
    expect(room.count()).toEqual(['At 7'])
    expect(await room.inbox(other)).toMatchObject({ state: 'silent', reason: 'no_match' })
  })

  test('answers a message whose edit matches', async () => {
    const id = await room.hear(SITI, 'bka')
    await room.settled()
    expect(room.count()).toEqual([])
    await room.change(SITI, id, 'buka')
    await room.settled()
    expect(room.count()).toEqual(['At 7'])
    room.clock.advance(MINUTE_MS)
    await room.change(SITI, id, 'buka lagi')
    await room.settled()
    expect(room.count()).toEqual(['At 7'])
    expect(await replies()).toEqual(['At 7 sent'])
  })

  test('ignores an older edit that arrives later', async () => {
    const id = await room.hear(SITI, 'x')
    await room.settled()
    const at = room.clock.now()
    await room.change(SITI, id, 'y', { sentAt: at + 2 })
    await room.settled()
    await room.change(SITI, id, 'buka', { sentAt: at + 1 })
    await room.settled()
    expect(room.count()).toEqual([])
  })

  test('applies a change that arrives before its message, also over a restart', async () => {
    await room.change(SITI, 'EARLY1', null)
    await room.change(SITI, 'EARLY2', 'buka')
    await room.change(MEI, 'EARLY3', null)
    await room.change(SITI, 'EARLY3', 'nothing', GROUP)
    room.restart()
    await room.hear(SITI, 'buka', { messageId: 'EARLY1' })
    await room.hear(SITI, 'bka', { messageId: 'EARLY2' })
    await room.hear(SITI, 'buka', { messageId: 'EARLY3' })
    await room.settled()
    expect(room.count()).toEqual(['At 7', 'At 7'])
    expect(await room.inbox('EARLY1')).toMatchObject({ reason: 'message_deleted' })
  })

  test('in a group, the author and an admin can delete a message', async () => {
    const by = (number: string) => ({ ...GROUP, senderJid: `${number}@s.whatsapp.net` })
    const first = await room.hear(SITI, 'harga', by(SITI))
    const second = await room.hear(SITI, 'harga', by(SITI))
    const third = await room.hear(SITI, 'harga', by(SITI))
    await isTyping()
    await room.change(SITI, first, null, by(SITI))
    await room.change(MEI, second, null, { ...by(MEI), byAdmin: true })
    await room.change(MEI, third, null, by(MEI))
    await typesOn()
    await typesOn()
    await room.settled()
    expect(room.count()).toEqual(['RM4'])
  })

  test("the owner's phone deletes others' messages only as an admin", async () => {
    const id = await room.hear(SITI, 'harga', GROUP)
    await isTyping()
    await room.change(MEI, id, null, { ...GROUP, fromMe: true })
    expect(await room.inbox(id)).toMatchObject({ state: 'answered' })
    await room.change(MEI, id, null, { ...GROUP, fromMe: true, byAdmin: true })
    await typesOn()
    await room.settled()
    expect(room.count()).toEqual([])
  })

  test('AI answers the text as edited while it was writing', async () => {
    await room.item({ caption: 'Be kind.', isDefault: true, useAi: true })
    let edit = async () => {}
    room.ai.write = async () => {
      await edit()
      return 'I see.'
    }
    edit = () => room.change(SITI, 'M1', 'buka')
    await room.hear(SITI, 'hello', { messageId: 'M1' })
    await room.settled()
    expect(room.count()).toEqual(['At 7'])
  })

  test('updates a saved response after an edit', async () => {
    const saves = { saveData: 'response_is_saved' } as const
    await room.item({ caption: 'Your name?', keywords: ['daftar'], ...saves })
    await room.hear(SITI, 'daftar')
    await room.settled()
    room.clock.advance(MINUTE_MS)
    const id = await room.hear(SITI, 'Ali')
    await room.settled()
    await room.change(SITI, id, 'Ali bin Abu')
    await room.settled()
    expect(await room.saved()).toEqual(['Your name?: daftar', 'Your name?: Ali bin Abu'])
    room.clock.advance(MINUTE_MS)
    await room.change(MEI, id, 'Somebody else')
    expect(await room.saved()).toContain('Your name?: Ali bin Abu')
  })

  test('receipts and presence begin once for a message and end with its last reply', async () => {
    room.network.manners = true
    const id = await room.hear(SITI, 'harga')
    await isTyping(2)
    await typesOn()
    await room.settled()
    await until('it ends', () => room.network.presences.at(-1) === 'ends')
    const jid = `${SITI}@s.whatsapp.net`
    expect(room.network.presences).toEqual([
      `begins with ${id}`,
      `${jid} composing`,
      `${jid} composing`,
      `${jid} paused`,
      'ends',
    ])
    await room.hear(SITI, 'nothing')
    await room.settled()
    expect(room.network.presences).toHaveLength(5)
  })
})
