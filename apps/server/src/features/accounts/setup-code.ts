import { randomInt } from 'node:crypto'
import { sameText } from '../../platform/crypto/same-text.ts'

/** Without characters that are easily confused when copied by hand. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12
const GROUP = /.{4}(?=.)/g

/** Proves that the first user can read the server's output: 60 random bits, new at each start. */
export interface SetupCode {
  /** As printed, in groups. */
  readonly text: string
  /** Case and separators are ignored. */
  matches(written: string): boolean
}

export function createSetupCode(): SetupCode {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return {
    text: code.replace(GROUP, '$&-'),
    matches: (written) => sameText(written.toUpperCase().replace(/[^0-9A-Z]/g, ''), code),
  }
}
