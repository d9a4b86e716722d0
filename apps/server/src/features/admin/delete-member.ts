import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { MembersDeps } from './admin.ports.ts'
import { eraseRows } from './erase-rows.ts'
import { holdMember } from './hold-member.ts'
import { createMembersRepository } from './members.repository.ts'

/**
 * Deletes a member with everything that is theirs. Devices need their stored credentials to log out, so
 * the rows go last; a member left half deleted by a crash can be deleted again. Throws `own_account`,
 * `user_not_found` or `forbidden`.
 */
export async function deleteMember(
  deps: MembersDeps,
  adminId: string,
  memberId: string,
): Promise<void> {
  if (memberId === adminId) throw new DomainError('own_account')
  const { db, belongings, realtime } = deps
  realtime.signOut(await retire(db, adminId, memberId))
  await belongings.removeDevices(memberId)
  await belongings.eraseMedia(memberId)
  await belongings.removeSandboxPhones(memberId)
  await eraseRows(db, memberId)
  realtime.signOut(await erase(db, memberId))
  await belongings.closeSessions(memberId)
}

/** From here on they are signed out and no admin; two admins cannot both do this to each other. */
function retire(db: Db, adminId: string, memberId: string): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    await holdMember(tx, adminId, memberId)
    const members = createMembersRepository(tx)
    await members.update(memberId, { role: 'user' })
    return members.revokeTokens(memberId)
  })
}

/** They may have signed in once more meanwhile: answers the tokens of that. */
function erase(db: Db, memberId: string): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const members = createMembersRepository(tx)
    const tokens = await members.revokeTokens(memberId)
    await members.delete(memberId)
    return tokens
  })
}
