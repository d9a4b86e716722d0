import { INVITATION_DAYS, RESET_LINK_HOURS } from '@kirim/contract/limits'
import type { Invitation } from '@kirim/contract/registration'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { newId } from '../../platform/ids.ts'
import type { PasswordResetsRepository } from './password-resets.repository.ts'
import type { RegistrationRepository } from './registration.repository.ts'

const HOUR_MS = 60 * 60 * 1000
const INVITATION_LIFE_MS = INVITATION_DAYS * 24 * HOUR_MS
const LINK_LIFE_MS = RESET_LINK_HOURS * HOUR_MS

interface Creation {
  /** An admin's id, or the operator. */
  readonly madeBy: string
  readonly now: number
}

/** A link for a new password; it replaces an earlier one of the account. */
export async function makeResetLink(
  resets: PasswordResetsRepository,
  personId: string,
  { madeBy, now }: Creation,
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken()
  const expiresAt = now + LINK_LIFE_MS
  await resets.put(personId, { hash: hashToken(token), expiresAt, madeBy })
  return { token, expiresAt: new Date(expiresAt).toISOString() }
}

export async function makeInvitation(
  registration: RegistrationRepository,
  { note, madeBy, now }: Creation & { readonly note: string },
): Promise<Invitation & { token: string }> {
  const token = newToken()
  const made = await registration.invite({
    id: newId(),
    hash: hashToken(token),
    note,
    madeBy,
    now,
    expiresAt: now + INVITATION_LIFE_MS,
  })
  return { ...made, token }
}
