import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'

const SITI = '60131000001'
const LID = { chatJid: '77@lid', senderJid: '77@lid' }
const MINUTE = 60_000

describe.each(journeyEngines)('after the owner has answered from the phone, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'RM4', keywords: ['harga'] })
    await room.set({ quietMinutes: 10 })
  })
  afterEach(() => room.close())

  const askAndCount = async (more = {}) => {
    const messageId = await room.hear(SITI, 'harga', more)
    await room.settled()
    return (await room.inbox(messageId)).reason
  }
  const owner = (more = {}) => room.hear(SITI, 'Saya jawab', { fromMe: true, ...more })

  test.each<[string, object, object]>([
    ['number, number', {}, {}],
    ['number, identity', {}, LID],
    ['identity, number', LID, {}],
    ['identity, identity', LID, LID],
    ['identity alone, identity', { ...LID, senderNumber: null }, LID],
  ])('the chat is quiet however it is addressed: %s', async (_what, theirs, own) => {
    await owner(own)
    expect(await askAndCount(theirs)).toBe('person_answered')
  })

  test('a LID whose number is known needs no number', async () => {
    expect(await askAndCount(LID)).toBeNull()
    await owner({ ...LID, senderNumber: null })
    expect(await askAndCount()).toBe('person_answered')
  })

  test('the quiet time starts when the owner wrote, however late that arrives', async () => {
    const ago = (ms: number) => ({ sentAt: room.clock.now() - ms })
    await owner(ago(5 * 60 * MINUTE))
    expect(await askAndCount()).toBeNull()
    await owner(ago(9 * MINUTE))
    expect(await askAndCount()).toBe('person_answered')
    room.clock.advance(MINUTE)
    expect(await askAndCount()).toBeNull()
  })

  test('a phone clock that is ahead does not extend it', async () => {
    await owner({ sentAt: room.clock.now() + 60 * MINUTE })
    room.clock.advance(10 * MINUTE)
    expect(await askAndCount()).toBeNull()
  })
})
