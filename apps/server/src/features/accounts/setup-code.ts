import { randomBytes } from 'node:crypto'
import { sameText } from '../../platform/crypto/same-text.ts'

/** Without characters that are easily confused when copied by hand. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 12
const GROUP = /.{4}(?=.)/g

/** Proves that the first user can read the server's output: 60 bits that nobody can guess. */
export interface SetupCode {
  /** As printed, in groups. */
  readonly text: string
  /** Case and separators are ignored. */
  matches(written: string): boolean
}

/** New at each start, unless it is made of bytes that all nodes know. */
export function createSetupCode(bytes: Buffer = randomBytes(LENGTH)): SetupCode {
  const code = [...bytes.subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]).join('')
  return {
    text: code.replace(GROUP, '$&-'),
    matches: (written) => sameText(written.toUpperCase().replace(/[^0-9A-Z]/g, ''), code),
  }
}
