import { type Invitation, RegistrationMode } from '@kirim/contract/registration'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { InvitationTable } from '../../platform/database/schema/accounts.ts'
import { isMakerAllowed } from './made-by.ts'
import { createServerSettings } from './server-settings.ts'

const MODE = 'registration'

/** Times are epoch milliseconds. */
interface NewInvitation {
  readonly id: string
  readonly hash: string
  readonly note: string
  readonly madeBy: string
  readonly now: number
  readonly expiresAt: number
}

/** Who may register: the server's setting and its open invitations. */
export function createRegistrationRepository(db: Db) {
  const settings = createServerSettings(db)
  return {
    /** Open until an admin changes it. */
    async mode(): Promise<RegistrationMode> {
      const mode = await settings.read(MODE)
      return mode === null ? 'open' : RegistrationMode.parse(mode)
    },

    setMode: (mode: RegistrationMode): Promise<void> => settings.write(MODE, mode),

    async invitations(now: number): Promise<Invitation[]> {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('expires_at', '>', now)
        .where(isMakerAllowed('invitations'))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toInvitation)
    },

    /** Deletes expired invitations, too. */
    async invite(made: NewInvitation): Promise<Invitation> {
      await db.deleteFrom('invitations').where('expires_at', '<=', made.now).execute()
      const row = {
        id: made.id,
        token_hash: made.hash,
        note: made.note,
        created_at: made.now,
        expires_at: made.expiresAt,
        made_by: made.madeBy,
      }
      await db.insertInto('invitations').values(row).execute()
      return toInvitation(row)
    },

    async isInvited(hash: string, now: number): Promise<boolean> {
      const row = await db
        .selectFrom('invitations')
        .select('id')
        .where('token_hash', '=', hash)
        .where('expires_at', '>', now)
        .where(isMakerAllowed('invitations'))
        .executeTakeFirst()
      return Boolean(row)
    },

    /** False when it is not open any more. */
    async withdraw(id: string, now: number): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type RegistrationRepository = ReturnType<typeof createRegistrationRepository>

function toInvitation(row: Selectable<InvitationTable>): Invitation {
  return {
    _id: row.id,
    note: row.note,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}
