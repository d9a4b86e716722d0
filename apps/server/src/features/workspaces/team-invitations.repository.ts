import { mayDo, ROLE_NAMES } from '@kirim/contract/roles'
import { expressionBuilder, type Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { TeamInvitationTable } from '../../platform/database/schema/workspaces.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Access } from './access.ts'
import { toAccess, toColumns } from './memberships.repository.ts'
import type { PersonRows } from './workspaces.ports.ts'

export interface StoredInvitation extends Access {
  readonly id: string
  readonly workspaceId: string
  readonly email: string
  readonly invitedBy: string
  /** The name of that person. */
  readonly inviter: string
  readonly createdAt: number
  readonly expiresAt: number
}

export interface NewLink {
  readonly hash: string
  readonly invitedBy: string
  readonly now: number
  readonly expiresAt: number
}

export interface NewTeamInvitation extends NewLink {
  readonly id: string
  readonly workspaceId: string
  readonly email: string
  readonly access: Access
}

const INVITING = ROLE_NAMES.filter((role) => mayDo(role, 'team:write'))

/**
 * Whether who has made an invitation may still make it: it is void once they no longer belong to
 * the workspace or may no longer invite.
 */
function isMakerAllowed() {
  const eb = expressionBuilder<Database, 'team_invitations'>()
  return eb.exists(
    eb
      .selectFrom('memberships as maker')
      .select('maker.person_id')
      .whereRef('maker.workspace_id', '=', 'team_invitations.workspace_id')
      .whereRef('maker.person_id', '=', 'team_invitations.invited_by')
      .where('maker.role', 'in', INVITING)
      .where((or) =>
        or.or([or('maker.role', '=', 'owner'), or('team_invitations.role', '<>', 'owner')]),
      ),
  )
}

/** Invitations to workspaces, by the hash of their token. */
export function createTeamInvitationsRepository(db: Db, personRows: PersonRows) {
  const rows = () =>
    db
      .selectFrom('team_invitations')
      .leftJoin(personRows.as('person'), 'person.id', 'team_invitations.invited_by')
      .selectAll('team_invitations')
      .select('person.name as inviter')
      .where(isMakerAllowed())

  return {
    /** Oldest first, with the expired ones. */
    async list(workspaceId: string): Promise<StoredInvitation[]> {
      const found = await rows()
        .where('team_invitations.workspace_id', '=', workspaceId)
        .orderBy('team_invitations.created_at')
        .orderBy('team_invitations.id')
        .execute()
      return found.map(toInvitation)
    },

    async find(workspaceId: string, id: string): Promise<StoredInvitation | null> {
      const row = await rows()
        .where('team_invitations.workspace_id', '=', workspaceId)
        .where('team_invitations.id', '=', id)
        .executeTakeFirst()
      return row ? toInvitation(row) : null
    },

    /** One that is still open. */
    async findByHash(hash: string, now: number): Promise<StoredInvitation | null> {
      const row = await rows()
        .where('team_invitations.token_hash', '=', hash)
        .where('team_invitations.expires_at', '>', now)
        .executeTakeFirst()
      return row ? toInvitation(row) : null
    },

    async add(made: readonly NewTeamInvitation[]): Promise<void> {
      await db
        .insertInto('team_invitations')
        .values(
          made.map(({ access, ...invitation }) => ({
            id: invitation.id,
            workspace_id: invitation.workspaceId,
            token_hash: invitation.hash,
            email: invitation.email,
            ...toColumns(access),
            invited_by: invitation.invitedBy,
            created_at: invitation.now,
            expires_at: invitation.expiresAt,
          })),
        )
        .execute()
    },

    /** The earlier link is void. */
    async renew(id: string, { hash, invitedBy, now, expiresAt }: NewLink): Promise<void> {
      await db
        .updateTable('team_invitations')
        .set({ token_hash: hash, invited_by: invitedBy, created_at: now, expires_at: expiresAt })
        .where('id', '=', id)
        .execute()
    },

    /** False when there is none. Of several who use it at once, exactly one gets it. */
    async remove(workspaceId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('team_invitations')
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Withdraws those whose makers may no longer make them. */
    async removeVoid(workspaceId: string): Promise<void> {
      await db
        .deleteFrom('team_invitations')
        .where('workspace_id', '=', workspaceId)
        .where((eb) => eb.not(isMakerAllowed()))
        .execute()
    },
  }
}

export type TeamInvitationsRepository = ReturnType<typeof createTeamInvitationsRepository>

function toInvitation(
  row: Selectable<TeamInvitationTable> & { readonly inviter: string | null },
): StoredInvitation {
  return {
    ...toAccess(row),
    id: row.id,
    workspaceId: row.workspace_id,
    email: row.email,
    invitedBy: row.invited_by,
    inviter: row.inviter ?? '',
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
