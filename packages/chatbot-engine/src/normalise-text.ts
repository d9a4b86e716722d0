import { boundedText, normalised } from '@kirim/contract/bounded-text'

/**
 * Zero-width and direction characters, text/emoji and other variation selectors, and skin tones.
 * Joiners and flag tags are kept, because they change the meaning.
 */
const IGNORED_CHARACTERS =
  /[[\p{Cf}\p{Emoji_Modifier}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]--[\u200c\u200d\u{e0020}-\u{e007f}]]/gv

/**
 * Marks that people omit when typing: accents, Arabic harakat and hamza, Hebrew points, the Arabic
 * tatweel. Vowel signs of Indic and South-East Asian scripts and Japanese voicing marks are letters
 * and are kept.
 */
const DIACRITICS =
  /[\u0300-\u036f\u0640\u064b-\u0655\u0670\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f[\p{Mn}&&[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Cyrillic}]]]/gv

/** Keycap digits become plain digits: menus use `1️⃣2️⃣` for 12. */
const KEYCAP_DIGITS = /(?:[0-9]\u20e3)+|\u{1f51f}/gu

const TEN = '🔟'

/** Letters with a stroke do not decompose under NFKD, but people type them without it. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map([
  ['đ', 'd'],
  ['ø', 'o'],
  ['ł', 'l'],
])

/** Fast path: most keywords only need lower case and single spaces. */
const PLAIN = /^[ -~]*$/

/**
 * NFKC splits Thai and Lao 'am', but the segmenter's dictionaries only know it as one character.
 */
const DECOMPOSED_SARA_AM = /\u0e4d\u0e32|\u0ecd\u0eb2/g

/**
 * Returns the form in which keywords and messages are compared. It ignores case (ß equals ss, İ and
 * ı equal i), width, diacritics, skin tones, keycaps around digits, apostrophe style and the amount
 * of white space. A lone surrogate counts as white space, so the result is well-formed. Idempotent.
 * Linear in the length of the text.
 */
export function normaliseText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase().replace(/ {2,}/g, ' ').trim()
  const letters = normalised(text.toWellFormed().replace(IGNORED_CHARACTERS, ''), 'NFKD')
  const levelled = letters
    .replace(DIACRITICS, '')
    // Lower, upper, lower: approximates full case folding, which JavaScript lacks, except for the
    // final sigma. The first step is for ẞ.
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

/** Not changed by normalising, and never combines with its neighbours. */
const SEPARATOR = '\u0001'

/** Normalises each of many short texts. All at once takes less than half the time. */
export function normaliseTexts(texts: readonly string[]): string[] {
  if (texts.every((text) => PLAIN.test(text)) || texts.some((text) => text.includes(SEPARATOR))) {
    return texts.map(normaliseText)
  }
  return normaliseText(texts.join(SEPARATOR))
    .split(SEPARATOR)
    .map((text) => text.trim())
}

/** Only this much of a message is compared, in code units. */
const COMPARED_MAX_LENGTH = 4096

/**
 * Normalising can lengthen a text: most words by a letter or two, a single ligature by up to
 * eighteen code units.
 */
const NORMALISED_MAX_LENGTH = 2 * COMPARED_MAX_LENGTH

/** Returns the part of a message that is searched for keywords, normalised. */
export function comparedText(message: string): string {
  return boundedText(
    normaliseText(boundedText(message, COMPARED_MAX_LENGTH)),
    NORMALISED_MAX_LENGTH,
  )
}
