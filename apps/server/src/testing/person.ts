import type { Membership, Person } from '../platform/caller.ts'

/** The owner of a workspace of one, under the same id. */
export function ownerOf(id: string, other: Partial<Person> = {}): Person {
  const membership: Membership = {
    workspaceId: id,
    role: 'owner',
    deviceIds: null,
    ownChatsOnly: false,
    hidesNumbers: false,
  }
  return {
    personId: id,
    isAdmin: false,
    by: 'session',
    token: id,
    tokenHash: id,
    expiresAt: Number.MAX_SAFE_INTEGER,
    membership,
    ...other,
  }
}
