import { type Capability, mayDo, type RoleName } from '@kirim/contract/roles'
import { DomainError } from './errors.ts'

/** What a person may do and see in a workspace. */
export interface Membership {
  readonly workspaceId: string
  readonly role: RoleName
  /** The numbers whose chats and campaigns they see; null for all. */
  readonly deviceIds: readonly string[] | null
  /** Whether they only see chats that are assigned to them or to nobody. */
  readonly ownChatsOnly: boolean
  /** Whether phone numbers of people are masked for them. */
  readonly hidesNumbers: boolean
}

/** Who makes a request. */
export interface Person {
  readonly personId: string
  /** Whether they are an admin of the server. */
  readonly isAdmin: boolean
  /** By what they came. */
  readonly by: 'session'
  /** The bearer token itself, and its stored form. */
  readonly token: string
  readonly tokenHash: string
  /** When the token expires, in epoch milliseconds. */
  readonly expiresAt: number
  /** In the workspace of the request; null in none. */
  readonly membership: Membership | null
}

/** A person in the workspace of the request. */
export type Caller = Person & Membership

/**
 * Whose eyes a question has: the workspace, and what of it is seen. Every caller is one; what reads
 * for a caller takes it instead of the workspace.
 */
export interface Sight extends Pick<Membership, 'workspaceId' | 'deviceIds' | 'ownChatsOnly'> {
  readonly personId: string
}

/**
 * Finds the person behind a bearer token, in the workspace named or else in their usual one; null
 * when the token is unknown, expired or revoked.
 */
export type Authenticate = (token: string, workspaceId?: string) => Promise<Person | null>

/** Throws `workspace_not_found` for a person who does not belong to the workspace. */
export function inWorkspace(person: Person): Caller {
  if (!person.membership) throw new DomainError('workspace_not_found')
  return { ...person, ...person.membership }
}

/** Throws `forbidden`. */
export function requireCapability(caller: Caller, needs: Capability): void {
  if (!mayDo(caller.role, needs)) throw new DomainError('forbidden')
}

/** Whether nothing in the workspace is withheld, whatever the role may do. */
export function seesEverything({ deviceIds, ownChatsOnly, hidesNumbers }: Membership): boolean {
  return deviceIds === null && !ownChatsOnly && !hidesNumbers
}

/** Whether a caller sees what belongs to this number. */
export function seesNumber({ deviceIds }: Pick<Membership, 'deviceIds'>, deviceId: string) {
  return deviceIds === null || deviceIds.includes(deviceId)
}

/** Whether a membership shows less than it did before, of the same workspace. */
export function seesLess(now: Membership, before: Membership): boolean {
  if (now.ownChatsOnly && !before.ownChatsOnly) return true
  if (now.hidesNumbers && !before.hidesNumbers) return true
  if (now.deviceIds === null) return false
  return before.deviceIds === null || before.deviceIds.some((id) => !seesNumber(now, id))
}
