import { randomInt } from 'node:crypto'
import { sameText } from '../../platform/crypto/same-text.ts'

/** Without what is mistaken for something else when it is copied by eye. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12
const GROUP = /.{4}(?=.)/g

/**
 * Shows that who registers first can read what the server prints:
 * new at each start, 60 random bits.
 */
export interface SetupCode {
  /** As it is printed, in groups. */
  readonly text: string
  /** Case and what stands between the letters make no difference. */
  matches(written: string): boolean
}

export function createSetupCode(): SetupCode {
  const code = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return {
    text: code.replace(GROUP, '$&-'),
    matches: (written) => sameText(written.toUpperCase().replace(/[^0-9A-Z]/g, ''), code),
  }
}
