import { normalised } from '@kirim/contract/bounded-text'
import { COME_BACK_WORDS, OPT_OUT_WORDS } from '@kirim/contract/opt-outs'

/** No word is longer, in UTF-16 code units, with what people put around it. */
const READ_MAX_LENGTH = 100
/** What stands around a word and belongs to no script: 'Stop!', '*STOP*', 'berhenti 🙏'. */
const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu
/**
 * Accents, and the points of Arabic and Hebrew, which people leave out. The vowel signs of Hindi
 * and Thai, and the voiced sounds of Japanese, make another word.
 */
const ACCENTS = /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}]]--[\u3099\u309A]]/gv

/**
 * What a message asks for as a whole: to be left alone (`out`), to be written to again (`back`), or
 * neither (null). Case, diacritics and what stands around the word do not matter.
 */
export function commandIn(text: string, ownWords: readonly string[]): 'out' | 'back' | null {
  if (text.length > READ_MAX_LENGTH) return null
  const said = bare(text)
  if (said === '') return null
  const isAmong = (words: readonly string[]) => words.some((word) => bare(word) === said)
  if (isAmong(OPT_OUT_WORDS)) return 'out'
  // An owner's own word never keeps anybody from coming back.
  if (isAmong(COME_BACK_WORDS)) return 'back'
  return isAmong(ownWords) ? 'out' : null
}

/** A word of signs alone ('🛑') is compared as it is. */
export function bare(text: string): string {
  const plain = normalised(text, 'NFKD').replace(ACCENTS, '').toLowerCase()
  const folded = plain.replace(/\s+/gu, ' ').trim()
  return folded.replace(AROUND, '') || folded
}
