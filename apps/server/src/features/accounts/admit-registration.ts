import type { RegisterBody } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { Guesses } from './guesses.ts'
import type { UsedInvitation } from './open-account.ts'
import type { RegistrationRepository } from './registration.repository.ts'
import type { SetupCode } from './setup-code.ts'

export interface RegistrationDeps {
  readonly accounts: AccountsRepository
  readonly registration: RegistrationRepository
  /** Required for the first account where others can reach the server; null elsewhere. */
  readonly setupCode: SetupCode | null
  readonly clock: Clock
}

/** Whether registering needs the setup code: while there is no account. */
export async function isSetupCodeNeeded({
  accounts,
  setupCode,
}: Pick<RegistrationDeps, 'accounts' | 'setupCode'>): Promise<boolean> {
  return setupCode !== null && !(await accounts.hasAny())
}

/**
 * Admits a registration and uses up its invitation. Throws `setup_code_required`,
 * `setup_code_wrong`, `too_many_guesses`, `registration_closed`, `invitation_required` or
 * `invitation_invalid`.
 */
export async function admitRegistration(
  deps: RegistrationDeps & { readonly guesses: Guesses },
  body: RegisterBody,
  address: string,
): Promise<UsedInvitation | null> {
  const { accounts, registration, setupCode, guesses } = deps
  if (!(await accounts.hasAny())) {
    if (setupCode) await checkSetupCode(setupCode, guesses, body.setupCode, address)
    return null
  }
  const mode = await registration.mode()
  if (mode === 'closed') throw new DomainError('registration_closed')
  const hash = body.invitation ? hashToken(body.invitation) : null
  if (mode === 'open') return hash ? { hash, required: false } : null
  return { hash: await requireInvitation(deps, hash), required: true }
}

async function checkSetupCode(
  setupCode: SetupCode,
  guesses: Guesses,
  written: string | undefined,
  address: string,
): Promise<void> {
  if (!written) throw refusedField('setup_code_required', ['setupCode'])
  await guesses(`address ${address}`, async () => {
    if (!setupCode.matches(written)) throw refusedField('setup_code_wrong', ['setupCode'])
  })
}

/**
 * Checked before the costly password hash; the insert checks again that the invitation is still
 * open.
 */
async function requireInvitation(
  { registration, clock }: RegistrationDeps,
  hash: string | null,
): Promise<string> {
  if (!hash) throw new DomainError('invitation_required')
  if (!(await registration.isInvited(hash, clock.now()))) {
    throw new DomainError('invitation_invalid')
  }
  return hash
}
