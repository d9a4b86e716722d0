import { normalised } from '@kirim/contract/bounded-text'

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/** The initials of the first and last word with a letter or digit; '?' when there is none. */
export function initialsOf(name: string): string {
  const starts = normalised(name, 'NFC')
    .split(/\s+/)
    .flatMap((word) => LETTER_OR_DIGIT.exec(word)?.[0] ?? [])
  const last = starts.length > 1 ? starts.at(-1) : ''
  return `${starts[0] ?? '?'}${last}`.toUpperCase()
}
