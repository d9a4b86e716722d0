import { normalised } from '@kirim/contract/bounded-text'
import { refusedField } from '../../platform/errors.ts'

const REFUSED = 10_000

let commonest: Promise<ReadonlySet<string>> | undefined

/** Invisible characters: controls, directional marks, zero-width, filler and blank characters. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Throws `password_too_common` for one of the most common passwords, ignoring case, surrounding
 * spaces and invisible characters.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  commonest ??= readCommonest()
  const seen = normalised(password, 'NFKC').replace(INVISIBLE, '').trim().toLowerCase()
  if ((await commonest).has(seen)) throw refusedField('password_too_common', ['password'])
}

/** In lower case, most common first; loaded on first use. */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { default: ranked } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  })
  return new Set(ranked.slice(0, REFUSED))
}
