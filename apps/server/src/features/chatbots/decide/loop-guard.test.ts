import { maskedNumber } from '@kirim/contract/person-number'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatRoom, openChatRoom } from '../../../testing/chat-room.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { createChatRestraintRepository } from './chat-restraint.repository.ts'

const BOT = '60131000009'
const MINUTE = 60_000

describe.each(journeyEngines)('two chatbots that answer each other, on %s', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
    await room.item({ caption: 'RM4', keywords: ['harga'] })
  })
  afterEach(() => room.close())

  /**
   * The other side answers this many times at this interval; resolves with the number of replies it
   * got.
   */
  async function talk(times: number, everyMs: number): Promise<number> {
    const before = room.count().length
    for (let time = 0; time < times; time++) {
      room.clock.advance(everyMs)
      await room.hear(BOT, 'harga', { senderName: 'Bot Ali' })
      await room.settled()
    }
    return room.count().length - before
  }
  const paused = () =>
    createChatRestraintRepository(room.db).listPaused(room.deviceId, room.clock.now())

  test.each([
    ['minute', 25, 1000, 20],
    ['hour', 70, 10_000, 60],
  ])('stop: more than the bound of a %s', async (reason, times, everyMs, answers) => {
    expect(await talk(times, everyMs)).toBe(answers)
    expect(await paused()).toMatchObject([
      { reason, chat: 'individual', name: 'Bot Ali', phoneNumber: BOT },
    ])
    expect(room.told.length).toBe(1)
    expect(JSON.stringify(room.told[0]?.args)).toContain(BOT)
    expect(JSON.stringify(room.told[0]?.masked)).toContain(maskedNumber(BOT))
    expect(JSON.stringify(room.told[0]?.masked)).not.toContain(BOT)
    room.clock.advance(60 * MINUTE)
    expect(await paused()).toEqual([])
    expect(await talk(5, 1000)).toBe(5)
  })

  test.each([
    ['bot.ali', '', '@bot.ali'],
    [null, 'Bot Ali', 'Bot Ali'],
    [null, '', 'someone whose number is hidden'],
  ])('without a number are never named by their LID', async (username, senderName, named) => {
    const hidden = { chatJid: '77@lid', senderNumber: null, username, senderName }
    for (let time = 0; time < 21; time++) {
      room.clock.advance(1000)
      await room.hear(BOT, 'harga', hidden)
      await room.settled()
    }
    const shown = { name: senderName, phoneNumber: '', username: username ?? '' }
    expect(await paused()).toMatchObject([shown])
    expect(JSON.stringify(room.told)).toContain(named)
    expect(JSON.stringify(room.told)).not.toContain('@lid')
  })

  test('stop also in the middle of a chain', async () => {
    const third = await room.item({ caption: 'C' })
    const second = await room.item({ caption: 'B', nextItemId: third.id })
    await room.item({ caption: 'A', keywords: ['menu'], nextItemId: second.id })
    for (let time = 0; time < 8; time++) {
      await room.hear(BOT, 'menu', { senderName: 'Bot Ali' })
      await room.settled()
    }
    expect(room.count()).toEqual(['A', 'B', 'C', 'A', 'B', 'C', ...'ABCABCABCABC', 'A', 'B'])
    expect(await paused()).toMatchObject([{ reason: 'minute', phoneNumber: BOT }])
    expect(room.told.length).toBe(1)
    const ended = (await room.replies()).filter(({ reason }) => reason === 'loop_guard')
    expect(ended).toMatchObject([{ text: 'B', state: 'sent' }])
  })

  test('do not stop a slow conversation', async () => {
    expect(await talk(65, MINUTE + 1)).toBe(65)
  })

  test('a pause survives a kill, and is stored once', async () => {
    await talk(22, 1000)
    room.restart()
    expect(await talk(2, 1000)).toBe(0)
    expect((await paused()).length).toBe(1)
    expect(room.told.length).toBe(1)
  })

  test('continue after the owner resumes, until they reach the limit again', async () => {
    await talk(21, 1000)
    const chats = createChatRestraintRepository(room.db)
    const [pause] = await paused()
    expect(await chats.resume('another device', pause?.id ?? '', room.clock.now())).toBe(false)
    expect(await chats.resume(room.deviceId, pause?.id ?? '', room.clock.now())).toBe(true)
    expect(await chats.resume(room.deviceId, pause?.id ?? '', room.clock.now())).toBe(false)
    expect(await paused()).toEqual([])
    expect(await talk(25, 1000)).toBe(20)
    expect((await paused()).length).toBe(1)
  })
})
