import type { RegisterBody, User } from '@kirim/contract/accounts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { WorkspacesPort } from './accounts.ports.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import { insertPerson } from './open-account.ts'
import type { Passwords } from './passwords.ts'
import { presentUser } from './present-user.ts'
import type { RegistrationRepository } from './registration.repository.ts'

interface InvitedRegistrationDeps {
  readonly db: Db
  readonly clock: Clock
  readonly passwords: Passwords
  readonly registration: Pick<RegistrationRepository, 'mode'>
  readonly workspaces: Pick<WorkspacesPort, 'find'>
}

/** How somebody joins a workspace by an invitation; both throw once it was used. */
export interface Joining {
  workspaceOf(tx: Db): Promise<string>
  join(tx: Db, personId: string): Promise<void>
}

/**
 * Creates accounts without a workspace of their own, in one transaction with what they join. Throws
 * `registration_closed`, `password_too_common`, `email_taken` and what `joining` does.
 */
export function createInvitedRegistration(deps: InvitedRegistrationDeps) {
  const { db, clock, passwords, registration, workspaces } = deps

  return async function registerInvited(
    network: string,
    { name, email, password }: Pick<RegisterBody, 'name' | 'email' | 'password'>,
    joining: Joining,
  ): Promise<User> {
    if ((await registration.mode()) === 'closed') throw new DomainError('registration_closed')
    await refuseCommonPassword(password)
    const passwordHash = await passwords.hash(`network ${network}`, password, async () => {
      await joining.workspaceOf(db)
    })
    const account = await db.transaction().execute(async (tx) => {
      const person = { id: newId(), name, email, passwordHash, createdAt: clock.now() }
      const added = await insertPerson(tx, person, 'user', await joining.workspaceOf(tx))
      await joining.join(tx, added.id)
      return added
    })
    return presentUser(
      account,
      account.workspaceId ? await workspaces.find(account.workspaceId) : null,
    )
  }
}
