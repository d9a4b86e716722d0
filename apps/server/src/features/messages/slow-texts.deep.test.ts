import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { repeatTo, SLOW_UNITS } from '@kirim/testing/slow-texts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readInbound } from '../../adapters/whatsapp/receive/read-inbound.ts'
import { type ChatRoom, openChatRoom } from '../../testing/chat-room.ts'

const ME = { id: '60111111111:7@s.whatsapp.net', lid: '900:7@lid' }
const STRANGER = '60190000001'
const ITEMS = 50
const KEYWORDS = 20
/** Longer than the network allows. */
const LONG = 80_000

let room: ChatRoom
beforeEach(async () => {
  room = await openChatRoom('SQLite')
})
afterEach(() => room.close())

/** As the network delivers it. */
function inbound(text: string, name: string) {
  const attrs = {
    id: 'A',
    t: String(room.clock.now() / 1000),
    from: `${STRANGER}@s.whatsapp.net`,
    notify: name,
  }
  const message = readInbound({ tag: 'message', attrs }, { conversation: text }, ME)
  if (!message) throw new Error('It is no message to answer.')
  return message
}

test('the slowest texts do not block, with 1,000 keywords', async () => {
  for (let item = 0; item < ITEMS; item++) {
    const words = Array.from({ length: KEYWORDS }, (_, word) => `word${item}x${word}`)
    const endless = Array.from({ length: KEYWORDS }, (_, word) => 'a'.repeat(item * 4 + word + 1))
    await room.item({
      caption: 'Saved',
      keywords: item % 2 ? words : endless,
      type: item % 3 ? 'message_contains_keyword' : 'message_contains_whole_keyword',
      saveData: 'response_is_saved',
    })
  }
  await room.item({ caption: 'Nothing found', isDefault: true, saveData: 'response_is_saved' })
  for (const [what, unit] of Object.entries(SLOW_UNITS)) {
    const text = repeatTo(unit, LONG)
    const step = await longestBlockMsBestOf3(async () => {
      const message = inbound(text, text)
      const before = room.count().length
      await room.hear(STRANGER, '', { ...message, messageId: `${what} ${before} ${Math.random()}` })
      await room.hear('60190009999', 'word1x3 please')
      await room.settled()
      room.clock.advance(60_000)
      expect(room.count().slice(before)).toContain('Saved')
    })
    expect([what, step]).toEqual([
      what,
      expect.toSatisfy((ms: number) => ms < BLOCK_MAX_MS, `less than ${BLOCK_MAX_MS} ms`),
    ])
  }
})

const inMixedWords = Array.from({ length: LONG / 8 }, (_, n) => (n * 7_654_321).toString(36))
test.each([
  ['slow to look through', repeatTo('\ufdfa', LONG)],
  ['slow to be searched for', inMixedWords.join(' ')],
])('many long texts at once do not block: %s', async (_what, text) => {
  const keywords = Array.from({ length: ITEMS * KEYWORDS }, (_, word) => `word${word}`)
  await room.item({ keywords })
  await room.item({ isDefault: true, saveData: 'response_is_saved' })
  let people = 0
  const step = await longestBlockMsBestOf3(async () => {
    const writers = Array.from({ length: 32 }, () => `6019000${1000 + ++people}`)
    await Promise.all(writers.map((writer) => room.hear(writer, text.slice(0, 65_000))))
    await room.settled()
  })
  expect(await room.saved()).toHaveLength(people)
  expect(step).toBeLessThan(BLOCK_MAX_MS)
})

test('answers a long text before the next message of its chat', async () => {
  await room.item({ caption: 'First', keywords: ['satu'] })
  await room.item({ caption: 'Second', keywords: ['dua'] })
  await room.hear(STRANGER, 'satu')
  await room.settled()
  room.clock.advance(60_000)
  const before = room.count().length
  await Promise.all([room.hear(STRANGER, `satu ${'x '.repeat(1000)}`), room.hear(STRANGER, 'dua')])
  await room.settled()
  room.clock.advance(60_000)
  await room.settled()
  expect(room.count().slice(before)).toEqual(['First', 'Second'])
})

test('inbound texts and names are cut on arrival', () => {
  const { text, senderName } = inbound('x'.repeat(100_000), `Siti${'\u0315\u0300'.repeat(50_000)}`)
  expect(text).toHaveLength(65_536)
  expect(senderName?.length).toBeLessThanOrEqual(60)
})

test('ignores keywords after the first 4,096 characters', async () => {
  await room.item({ caption: 'Found', keywords: ['harga'] })
  await room.hear('60190000002', `${'x '.repeat(2040)}harga`)
  await room.hear('60190000003', `${'x '.repeat(2100)}harga`)
  await room.settled()
  expect(room.network.sent.map(({ jid, text }) => [jid, text])).toEqual([
    ['60190000002@s.whatsapp.net', 'Found'],
  ])
})
