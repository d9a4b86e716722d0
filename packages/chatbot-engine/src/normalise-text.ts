import { boundedText, normalised } from '@kirim/contract/bounded-text'

/**
 * Zero-width and direction signs, the choice between text and emoji style or between two drawings
 * of one sign, and skin tones. Joiners and flag tags have a meaning.
 */
const IGNORED_CHARACTERS =
  /[[\p{Cf}\p{Emoji_Modifier}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]--[\u200c\u200d\u{e0020}-\u{e007f}]]/gv

/**
 * Marks that people leave out when they type: accents, Arabic harakat and hamza, Hebrew points, the
 * Arabic stretching sign. Vowel signs of Indic and South-East Asian scripts and Japanese voicing
 * marks are letters, and stay.
 */
const DIACRITICS =
  /[\u0300-\u036f\u0640\u064b-\u0655\u0670\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f[\p{Mn}&&[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]]]/gv

/**
 * Digits drawn on keys: the number they make together,
 * as `1️⃣2️⃣` is the way to write 12 in a menu.
 */
const KEYCAP_DIGITS = /(?:[0-9]\u20e3)+|\u{1f51f}/gu

const TEN = '🔟'

/** Letters with a stroke do not decompose, yet are typed without it. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['đ', 'd'],
  ['ø', 'o'],
  ['ł', 'l'],
])

/** Most keywords: nothing but their case and spaces is to be levelled. */
const PLAIN = /^[ -~]*$/

/** NFKC takes Thai and Lao 'am' apart, and the word dictionaries know it only in one piece. */
const DECOMPOSED_SARA_AM = /\u0e4d\u0e32|\u0ecd\u0eb2/g

/**
 * The form in which keywords and messages are compared: without regard to case (ß is ss, İ and ı
 * are i), width, diacritics, skin tones, keycaps around digits, apostrophe style and the amount of
 * white space. A lone surrogate counts as white space, so the result is well-formed. Idempotent;
 * linear in the length of the text.
 */
export function normaliseText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim()
  const letters = normalised(text.toWellFormed().replace(IGNORED_CHARACTERS, ''), 'NFKD')
  const levelled = letters
    .replace(DIACRITICS, '')
    // Lower, upper, lower: the full case folding that JavaScript lacks,
    // but for the final sigma. The first is for ẞ.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[đøł]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .replace(/[‘’ʼ]/g, "'")
    .replace(KEYCAP_DIGITS, (keys) => ` ${keys === TEN ? 10 : keys.replaceAll('\u20e3', '')} `)
  return normalised(levelled, 'NFC')
    .replace(DECOMPOSED_SARA_AM, (am) => (am.startsWith('\u0e4d') ? '\u0e33' : '\u0eb3'))
    .replace(/[\s\ufffd]+/g, ' ')
    .trim()
}

/**
 * As much of a message as a person reads before they answer; what stands behind it is not compared.
 */
const COMPARED_MAX_LENGTH = 4096

/**
 * Levelled, words may grow by a letter here and there;
 * a sign that stands for a sentence by eighteen.
 */
const NORMALISED_MAX_LENGTH = 2 * COMPARED_MAX_LENGTH

/** What of a message is looked through for keywords. */
export function comparedText(message: string): string {
  return boundedText(
    normaliseText(boundedText(message, COMPARED_MAX_LENGTH)),
    NORMALISED_MAX_LENGTH,
  )
}
