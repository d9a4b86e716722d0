import { normalised } from '@kirim/contract/bounded-text'

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** Of the first and the last word that have a letter or a digit; '?' where none has. */
export function initialsOf(name: string): string {
  const starts = normalised(name, 'NFC')
    .split(/\s+/)
    .flatMap((word) => LETTER_OR_DIGIT.exec(word)?.[0] ?? [])
  const last = starts.length > 1 ? starts.at(-1) : ''
  return `${starts[0] ?? '?'}${last}`.toUpperCase()
}
