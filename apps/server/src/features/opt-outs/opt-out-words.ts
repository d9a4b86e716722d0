import { normalised } from '@kirim/contract/bounded-text'
import { COME_BACK_WORDS, OPT_OUT_WORDS } from '@kirim/contract/opt-outs'

/** No word with its surroundings is longer, in UTF-16 code units. */
const READ_MAX_LENGTH = 100
/** Punctuation and emoji around a word: 'Stop!', '*STOP*', 'berhenti 🙏'. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu
/**
 * Accents, and the vowel points of Arabic and Hebrew, which people leave out. Vowel signs of Hindi
 * and Thai, and voicing marks of Japanese, are kept: they make another word.
 */
const ACCENTS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309A]]/gv

/**
 * What a message as a whole requests: to opt out (`out`), to opt back in (`back`), or neither
 * (null). Case, diacritics and surrounding punctuation are ignored.
 */
export function commandIn(text: string, ownWords: readonly string[]): 'out' | 'back' | null {
  if (text.length > READ_MAX_LENGTH) return null
  const word = bare(text)
  if (word === '') return null
  const isAmong = (words: readonly string[]) => words.some((other) => bare(other) === word)
  if (isAmong(OPT_OUT_WORDS)) return 'out'
  // Comes before the owner's own words, which must not prevent anyone from opting back in.
  if (isAmong(COME_BACK_WORDS)) return 'back'
  return isAmong(ownWords) ? 'out' : null
}

/** A word of symbols alone ('🛑') is compared unchanged. */
export function bare(text: string): string {
  const plain = normalised(text, 'NFKD').replace(ACCENTS, '').toLowerCase()
  const folded = plain.replace(/\s+/gu, ' ').trim()
  return folded.replace(AROUND, '') || folded
}
