import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileChatbot, decide } from './chatbot.ts'
import type { ChatbotItem } from './chatbot-item.ts'
import { anyItems, anyMessage } from './testing/arbitraries.ts'
import { makeItem } from './testing/make-item.ts'
import { naiveChatbot } from './testing/naive-decide.ts'

const ON = { enabled: true }
const WHOLE = 'message_contains_whole_keyword'

/** How an item with this single keyword answers the text. */
function howItAnswers(type: ChatbotItem['type'], keyword: string, text: string): string {
  const chatbot = compileChatbot([makeItem({ id: 'only', type, keywords: [keyword] })], ON)
  const decision = decide(chatbot, { text, chat: 'individual' })
  return decision.kind === 'answer' ? decision.how : decision.reason
}

describe('a keyword in a message', () => {
  const both = { whole: 'whole', contains: 'contains' }
  const onlyPart = { whole: 'no_match', contains: 'contains' }
  const neither = { whole: 'no_match', contains: 'no_match' }

  test.each([
    ['harga', 'Berapa HARGA?', both],
    ['harga', 'harganya berapa', onlyPart],
    ['harga', 'seharga', onlyPart],
    ['harga', 'harg a', neither],
    ['harga', 'hi.harga.berapa', both],
    ['harga', '_harga_', both],
    ['_harga', '\r_harga', both],
    ['.my', 'jual .my domain', both],
    [':d', 'ok :D', both],
    [':salam:', 'hai :salam: semua', both],
    ['_promo_', 'ada _promo_ tak', both],
    ['_promo_', 'ada _promo_\ntak', both],
    ['harga', '*harga*', both],
    ['harga', 'harga😀', both],
    ['harga', 'har\u200bga', both],
    ['berapa harga', 'berapa\n harga', both],
    ['berapa harga', 'berapa hargaku', onlyPart],
    ['café', 'CAFE', both],
    ['cafe', 'un cafe\u0301 noir', both],
    ['strasse', 'Hauptstraße', onlyPart],
    ['straße', 'STRASSE', both],
    ['istanbul', 'İSTANBUL', both],
    ['5', '5.50', onlyPart],
    ['5', 'nombor 5.', both],
    ['1', '1,2', both],
    ['2', '1,2,3', both],
    ['3', '1;2;3', both],
    ['1,2', '1,2,3', both],
    ['12', '5,12,3', both],
    ['1', '1) dan 2)', both],
    ['2', '1.50,2', both],
    ['2', '１，２', both],
    ['٢', '١،٢', both],
    ['123456789', '0123,123456789', both],
    ['1', '1,000', onlyPart],
    ['000', '1,000', onlyPart],
    ['1', '1,000,000', onlyPart],
    ['1,000', 'rm 1,000.50', onlyPart],
    ['1,000', '1,000,5', both],
    ['1', '1.50', onlyPart],
    ['50', '1.50', onlyPart],
    ['1', '11,12', onlyPart],
    ['50', 'rm50', onlyPart],
    ["don't", 'I don’t know', both],
    ['don', "don't", onlyPart],
    ['?', 'harga?', both],
    ['c++', 'kelas c++ ada', both],
    ['价格', '这个价格多少', both],
    ['价格', '價格', neither],
    ['人工智能', '人工智能课程', both],
    ['退款', '我要退款', both],
    ['工智', '人工智能', onlyPart],
    ['値段', '東京タワーの値段', both],
    ['カタカナ', 'ｶﾀｶﾅabc', both],
    ['값이', '값이 얼마', both],
    ['값', '값이 얼마', onlyPart],
    ['가', '각', neither],
    ['가격', 'ㅎㅎ가격 얼마예요', both],
    ['주세요', '메뉴 주세요ㅠㅠ', both],
    ['ㅋㅋ', 'ㅋㅋㅋㅋ', onlyPart],
    ['감사', '감사ㅏㅏ', both],
    ['น้ำ', 'ขอน้ำหน่อย', both],
    ['น้ำ', 'ขอน้\u0e4d\u0e32หน่อย', both],
    ['ราคา', 'ราคาเท่าไร', both],
    ['ราคา', 'ราคา500บาท', both],
    ['500', 'ราคา500บาท', both],
    ['cod', 'สนใจcodครับ', both],
    ['விலை', 'விலை என்ன?', both],
    ['விலை', 'விலையை', onlyPart],
    ['வில', 'விலை', onlyPart],
    ['உதவ', 'உதவி வேண்டும்', onlyPart],
    ['कीमत', 'कीमत क्या है', both],
    ['कीमत', 'कीमतें', onlyPart],
    ['किताब', 'किताबों का दाम', onlyPart],
    ['দাম', 'দামে', onlyPart],
    ['می', 'می\u200cخواهم', onlyPart],
    ['कीम', 'कीमत', onlyPart],
    ['السعر', 'كم السِّعْر؟', both],
    ['سعر', 'السعر', onlyPart],
    ['اهلا', 'أهلاً وسهلاً', both],
    ['שלום', 'שָׁלוֹם לך', both],
    ['цена', 'Какая ЦЕНА?', both],
    ['τιμή', 'ΤΙΜΗ', both],
    ['👍', 'ok👍ok', both],
    ['👍', '👍👍', both],
    ['👍', '👍🏽', both],
    ['👍🏿', 'ok 👍 ok', both],
    ['👩', '👩🏽‍💻', neither],
    ['👍🏽', 'ok 👍🏽', both],
    ['👩', '👩‍💻', neither],
    ['💻', '👩‍💻', neither],
    ['👩‍💻', 'hi👩‍💻hi', both],
    ['❤', '❤️', both],
    ['❤️', '❤', both],
    ['❤', '❤️‍🔥', neither],
    ['🇲🇾', '🇸🇬🇲🇾', both],
    ['🇾🇸', '🇲🇾🇸🇬', neither],
    ['1', '1️⃣', both],
    ['1️⃣', '1', both],
    ['2', 'menu2️⃣', both],
    ['1️⃣', '1️⃣2️⃣', onlyPart],
    ['12', 'menu1️⃣2️⃣', both],
    ['1️⃣1️⃣', '11', both],
    ['10', '🔟', both],
    ['#️⃣', 'ok #️⃣ok', both],
    ['#', '#️⃣', neither],
    ['\ud83d', '👍', neither],
    ['', 'harga', neither],
    [' \u200b', 'harga \u200b', neither],
    ['a', '', neither],
  ])('%j in %j', (keyword, text, expected) => {
    expect({
      whole: howItAnswers(WHOLE, keyword, text),
      contains: howItAnswers('message_contains_keyword', keyword, text),
    }).toEqual(expected)
  })
})

describe('the order', () => {
  const one = (fields: Partial<ChatbotItem>) =>
    makeItem({ id: 'one', keywords: ['harga'], ...fields })
  const two = (fields: Partial<ChatbotItem>) =>
    makeItem({ id: 'two', keywords: ['harga'], createdAt: 1, ...fields })

  test.each([
    ['older before newer', one({}), two({}), 'one harga'],
    ['of the same moment, by id', one({ createdAt: 1 }), two({}), 'one harga'],
    ['older by time, not by id', one({ createdAt: 2 }), two({}), 'two harga'],
    ['whole before contains', one({}), two({ type: WHOLE }), 'two harga'],
    ['whole before longer', one({ keywords: ['berapa harga'] }), two({ type: WHOLE }), 'two harga'],
    ['whole only as a word', one({}), two({ type: WHOLE, keywords: ['harg'] }), 'one harga'],
    ['longer before older', one({}), two({ keywords: ['berapa harga'] }), 'two berapa harga'],
    [
      'the longer of its own',
      one({ keywords: ['harga', 'berapa harga'] }),
      two({}),
      'one berapa harga',
    ],
    ['the first of its own equals', one({ keywords: ['HARGA', 'harga'] }), two({}), 'one HARGA'],
    [
      'length in code points',
      one({ keywords: ['ini?'] }),
      two({ keywords: ['👍👍👍'] }),
      'one ini?',
    ],
    [
      'length after normalising',
      one({ keywords: ['haha'] }),
      two({ keywords: ['o\u0301\u200bk!'] }),
      'one haha',
    ],
    [
      'a keyword within another',
      one({ keywords: ['erapa harg'] }),
      two({ type: WHOLE }),
      'two harga',
    ],
    ['disabled never', one({ enabled: false }), two({}), 'two harga'],
    ['the wrong chat never', one({ sendTo: 'group' }), two({}), 'two harga'],
    ['the right chat', one({ sendTo: 'individual' }), two({}), 'one harga'],
    ['a keyword before the default', one({ isDefault: true }), two({}), 'two harga'],
    [
      'the default for want of keywords',
      one({ isDefault: true }),
      two({ keywords: ['x'] }),
      'one null',
    ],
    [
      'the oldest default',
      one({ isDefault: true, createdAt: 2 }),
      two({ isDefault: true }),
      'two null',
    ],
    [
      'a default of this chat',
      one({ isDefault: true, sendTo: 'group' }),
      two({ isDefault: true }),
      'two null',
    ],
    [
      'an enabled default',
      one({ isDefault: true, enabled: false }),
      two({ isDefault: true }),
      'two null',
    ],
    ['nothing fits', one({ keywords: ['x'] }), two({ keywords: ['y'] }), 'no_match'],
    ['only disabled ones', one({ enabled: false }), two({ enabled: false }), 'no_enabled_item'],
  ])('%s', (_, first, second, expected) => {
    const message = { text: 'ini? haha ok! 👍👍👍 berapa harga', chat: 'individual' } as const
    for (const items of [
      [first, second],
      [second, first],
    ]) {
      const decision = decide(compileChatbot(items, ON), message)
      expect(
        decision.kind === 'answer' ? `${decision.item.id} ${decision.keyword}` : decision.reason,
      ).toBe(expected)
    }
  })

  test('a switched-off number does not answer, not even by default', () => {
    const chatbot = compileChatbot([one({}), two({ isDefault: true })], { enabled: false })
    expect(decide(chatbot, { text: 'harga', chat: 'group' })).toEqual({
      kind: 'silence',
      reason: 'number_off',
    })
  })

  test('a number without items does not answer', () => {
    expect(decide(compileChatbot([], ON), { text: 'harga', chat: 'group' })).toEqual({
      kind: 'silence',
      reason: 'no_enabled_item',
    })
  })

  test('a message without text gets the default response', () => {
    const item = one({ isDefault: true })
    expect(decide(compileChatbot([item], ON), { text: '', chat: 'group' })).toEqual({
      kind: 'answer',
      item,
      keyword: null,
      how: 'default',
    })
  })
})

test('agrees with the reference implementation', () => {
  fc.assert(
    fc.property(anyItems, anyMessage, fc.boolean(), (items, message, enabled) => {
      const decision = decide(compileChatbot(items, { enabled }), message)
      expect(decision).toEqual(naiveChatbot(items, { enabled })(message))
    }),
    { numRuns: 3_000 },
  )
})

test('finds each of a thousand items with ten keywords', () => {
  const items = Array.from({ length: 1_000 }, (_, place) =>
    makeItem({
      id: `item-${place}`,
      type: place % 2 === 0 ? WHOLE : 'message_contains_keyword',
      keywords: Array.from({ length: 10 }, (_keyword, nth) => `k${place}x${nth}z`),
    }),
  )
  const chatbot = compileChatbot(items, ON)
  for (const item of items) {
    for (const keyword of item.keywords) {
      expect(decide(chatbot, { text: `hi ${keyword}, ok`, chat: 'group' })).toMatchObject({
        item,
        keyword,
      })
    }
  }
})

describe('a message of the largest size', () => {
  const keywords = ['a', 'aa', 'aaa', 'ก', '👍', '👩', 'க', '价', '🇲']
  const items = [
    makeItem({ id: 'whole', keywords, type: WHOLE }),
    makeItem({ id: 'contains', keywords }),
    makeItem({ id: 'default', isDefault: true }),
  ]
  const chatbot = compileChatbot(items, ON)

  test.each([
    ['one letter', 'a', 1_000_000, 'contains'],
    ['words', 'a ', 500_000, 'whole'],
    ['emoji', '👍', 10_000, 'whole'],
    ['emoji of several', '👩‍💻', 10_000, 'default'],
    ['halves of emoji', '\ud83d', 1_000_000, 'default'],
    ['flags', '🇲🇾', 10_000, 'default'],
    ['accents', '\u0301\u0316', 500_000, 'default'],
    ['vowel signs', 'கி', 300_000, 'contains'],
    ['no spaces', '价格', 100_000, 'contains'],
    ['no spaces, with digits', 'ก5', 100_000, 'whole'],
  ])('%s', (_, unit, times, expected) => {
    const decision = decide(chatbot, { text: unit.repeat(times), chat: 'group' })
    expect(decision).toMatchObject({ kind: 'answer', item: { id: expected } })
  })
})
