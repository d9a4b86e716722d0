import { normalised } from '@kirim/contract/bounded-text'
import { refusedField } from '../../platform/errors.ts'

const REFUSED = 10_000

let commonest: Promise<ReadonlySet<string>> | undefined

/** What nobody sees: controls, marks of direction, zero-width, filling and blank characters. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * Throws `password_too_common` for one of the commonest passwords there are, whatever its case,
 * spaces around it and invisible characters in it.
 */
export async function refuseCommonPassword(password: string): Promise<void> {
  commonest ??= readCommonest()
  const seen = normalised(password, 'NFKC').replace(INVISIBLE, '').trim().toLowerCase()
  if ((await commonest).has(seen)) throw refusedField('password_too_common', ['password'])
}

/**
 * The list is in lower case and ranked, the commonest first; it is read when it is first needed.
 */
async function readCommonest(): Promise<ReadonlySet<string>> {
  const { default: ranked } = await import('@zxcvbn-ts/language-common/src/passwords.json', {
    with: { type: 'json' },
  })
  return new Set(ranked.slice(0, REFUSED))
}
