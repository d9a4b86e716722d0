import type { Authenticate } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { MembershipParts } from './accounts.ports.ts'

const TOKEN_LIFE_MS = 30 * 24 * 60 * 60 * 1000

/** A fresh sign-in token: 256 random bits, stored hashed, valid for 30 days. */
export function makeToken(clock: Clock) {
  const token = newToken()
  const now = clock.now()
  return { token, hash: hashToken(token), now, expiresAt: now + TOKEN_LIFE_MS }
}

interface TokenInWorkspace {
  readonly tokenHash: string
  readonly now: number
  /** Null for the person's usual one. */
  readonly workspaceId: string | null
}

/** Finds the person of a bearer token with what they may do now, in one query. */
export function createAuthenticate(db: Db, clock: Clock, parts: MembershipParts): Authenticate {
  const { membershipRows, workspaceRows, toMembership } = parts
  const find = prepared((on, { tokenHash, now, workspaceId }: TokenInWorkspace) =>
    on
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .leftJoin(membershipRows.as('m'), (join) =>
        join
          .onRef('m.person_id', '=', 'users.id')
          .on((eb) =>
            eb(
              'm.workspace_id',
              '=',
              eb.fn.coalesce(eb.val(workspaceId), eb.ref('users.workspace_id')),
            ),
          ),
      )
      .leftJoin(workspaceRows.as('w'), 'w.id', 'm.workspace_id')
      .select([
        'users.id',
        'users.role as server_role',
        'tokens.expires_at',
        'm.workspace_id',
        'm.role',
        'm.sees',
        'm.device_ids',
        'm.hides_numbers',
        'w.hides_numbers_of_agents',
      ])
      .where('tokens.hash', '=', tokenHash)
      .where('tokens.expires_at', '>', now),
  )

  return async (token, workspaceId) => {
    const tokenHash = hashToken(token)
    const [row] = await find(db, { tokenHash, now: clock.now(), workspaceId: workspaceId ?? null })
    if (!row) return null
    const { workspace_id, role, sees, device_ids, hides_numbers } = row
    const isMember =
      workspace_id !== null &&
      role !== null &&
      sees !== null &&
      device_ids !== null &&
      hides_numbers !== null
    return {
      personId: row.id,
      isAdmin: row.server_role === 'admin',
      by: 'session',
      token,
      tokenHash,
      expiresAt: row.expires_at,
      membership: isMember
        ? toMembership(
            { workspace_id, role, sees, device_ids, hides_numbers },
            row.hides_numbers_of_agents === 1,
          )
        : null,
    }
  }
}
