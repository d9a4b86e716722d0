import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseText, normaliseTexts } from './normalise-text.ts'

describe('the normalised form of a text', () => {
  test.each([
    ['case', 'HaRGa', 'harga'],
    ['sharp s', 'Straße STRAẞE', 'strasse strasse'],
    ['Turkish i', 'İstanbul ısı', 'istanbul isi'],
    ['final sigma', 'ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
    ['width', 'ＲＭ５０ ｶﾞ', 'rm50 ガ'],
    ['ligatures', 'ﬁle', 'file'],
    ['Latin accents', 'Café naïve Tiếng đồng', 'cafe naive tieng dong'],
    ['Greek accents', 'Ελλάδα', 'ελλαδα'],
    ['Cyrillic accents', 'за́мок', 'замок'],
    ['Arabic harakat and hamza', 'مَرْحَبًا أهلاً', 'مرحبا اهلا'],
    ['Arabic stretching', 'مـــرحبا', 'مرحبا'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['Tamil vowel signs stay', 'தமிழ்', 'தமிழ்'],
    ['Devanagari vowel signs stay', 'हिन्दी', 'हिन्दी'],
    ['Japanese voicing stays', 'か\u3099が', 'がが'],
    ['Thai am in one piece and in two', 'น้ำ น้\u0e4d\u0e32', 'น้ำ น้ำ'],
    ['emoji style', '❤️ ❤', '❤ ❤'],
    ['skin tones', '👍🏽 👍🏿 👍 👩🏽‍💻', '👍 👍 👍 👩‍💻'],
    ['digits on keys', '1️⃣2\u20e3ok #️⃣ 🔟', '12 ok #\u20e3 10'],
    ['variants of a character', '葛\u{e0100} 葛', '葛 葛'],
    ['emoji joiners stay', '👩‍💻', '👩‍💻'],
    ['flag tags stay', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['invisible signs', 'har\u00adga\u200b\u2068\ufeff', 'harga'],
    ['white space', '  berapa \n\t harga\u00a0', 'berapa harga'],
    ['apostrophes', 'don’t', "don't"],
    ['lone surrogates', 'a\ud800b\udc00', 'a b'],
    ['plain text', ' Harga  RM50?  (promo) ', 'harga rm50? (promo)'],
    ['nothing', '\u200b \ufe0f\u0301', ''],
  ])('%s', (_, text, expected) => {
    expect(normaliseText(text)).toBe(expected.normalize('NFC'))
  })
})

const marks = [
  '\u0301',
  '\u0316',
  '\u0f71',
  '\u0f72',
  '\u0f73',
  '\u0344',
  '\uff9e',
  '\u3099',
  '\u0e4d',
]
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(...marks, '1', '\u20e3', 'a', '\u0640', '\u200b', '\u0e32', '\ud800', ' '),
    )
    .map((a) => a.join('')),
)

test('normalising is idempotent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const once = normaliseText(text)
      expect(normaliseText(once)).toBe(once)
      expect(once.isWellFormed()).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('many texts at once are normalised like each alone', () => {
  const texts = fc.array(
    fc.oneof(
      anyText,
      fc.string({ unit: fc.constantFrom(...' \u0001Σ\u0301\ud83d\udc4d1\u20e3a') }),
    ),
  )
  fc.assert(
    fc.property(texts, (all) => {
      expect(normaliseTexts(all)).toEqual(all.map(normaliseText))
    }),
    { numRuns: 2_000 },
  )
})

test('the same for every single letter', () => {
  const changed: string[] = []
  for (let point = 0; point <= 0x2ffff; point += 1) {
    const once = normaliseText(`a${String.fromCodePoint(point)}`)
    if (normaliseText(once) !== once) changed.push(point.toString(16))
  }
  expect(changed).toEqual([])
})

test('a plain text is normalised as it is beside other scripts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(normaliseText(text)).toBe(normaliseText(`${text} 价`).slice(0, -1).trim())
    }),
  )
})

test('canonically equivalent texts are equal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(normaliseText(text.normalize('NFD'))).toBe(normaliseText(text.normalize('NFC')))
    }),
  )
})

test.each([
  ['side by side', '\u0f71\u0f72'],
  ['around an invisible sign', '\u0f71\u200b\u0f72\u200b'],
  ['around a sign that is taken out', '\u0f71\u0640\u0f72\u0640'],
])('a message of nothing but marks, %s, is cut and does not stop the server', (_, marks) => {
  const text = `ཀ${marks.repeat(250_000)}`
  expect(normaliseText(text).length).toBeLessThan(100)
})
