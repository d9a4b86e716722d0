import type { User } from '@kirim/contract/accounts'
import type { SelectQueryBuilder } from 'kysely'
import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserTable } from '../../platform/database/schema/accounts.ts'
import type { Database } from '../../platform/database/schema.ts'

type PersonRow = Pick<UserTable, 'id' | 'name' | 'email' | 'email_key' | 'role' | 'workspace_id'>

/** For joins: the people who sign in. */
export type PersonRows = SelectQueryBuilder<Database, 'users', PersonRow>

/** The people who belong to workspaces. */
export interface PeoplePort {
  readonly rows: PersonRows
  /** The workspace of requests that name none. */
  usualOf(personId: string): Promise<string | null>
  /** E-mails are compared by this. */
  emailKey(email: string): string
  /** Locks a person until the transaction ends. */
  lock(tx: Db, personId: string): Promise<void>
  /** Sends the requests of a person that name no workspace to this one. */
  setUsual(tx: Db, personId: string, workspaceId: string): Promise<void>
  /** The same for a person who has none. */
  setFirstUsual(tx: Db, personId: string, workspaceId: string): Promise<void>
  /** They no longer belong to this workspace: such requests go to another of theirs. */
  leaveUsual(tx: Db, workspaceId: string, personIds: readonly string[]): Promise<void>
}

export interface NewPerson {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** How somebody joins a workspace by an invitation. */
export interface Joining {
  /** The workspace. Throws `team_invitation_invalid` once the invitation was used. */
  workspaceOf(tx: Db): Promise<string>
  /** Uses the invitation up. Throws `team_invitation_invalid`, too. */
  join(tx: Db, personId: string): Promise<void>
}

/** Registration of people who join a workspace instead of opening one. */
export interface RegistrationPort {
  /** Counts a registration from this network. Throws `too_many_requests`. */
  admit(network: string): Promise<void>
  /** Throws `registration_closed`, `password_too_common`, `email_taken` and what `joining` does. */
  register(network: string, person: NewPerson, joining: Joining): Promise<User>
}

export interface NumbersPort {
  /** The ids of the linked numbers of each of these workspaces that has any. */
  idsIn(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

/** What an address can name: a number or a campaign, and where it is. */
export interface Place {
  readonly workspaceId: string
  readonly deviceId: string
  readonly needs: 'numbers:read' | 'campaigns:read'
}

export type FindPlace = (id: string) => Promise<Place | null>

export interface ChatsPort {
  /** How many of the chats that are seen are assigned to each person of the workspace. */
  assignedIn(sight: Sight): Promise<ReadonlyMap<string, number>>
  /** Gives the chats of a person back, a few at a time. */
  unassign(workspaceId: string, personId: string): Promise<void>
}

/** Who of a workspace has a connected browser, on any node. */
export type Present = (workspaceId: string) => Promise<ReadonlySet<string>>
