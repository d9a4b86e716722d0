import type { User } from '@kirim/contract/accounts'
import type { updateUser } from '@kirim/contract/admin'
import type { BodyOf } from '@kirim/contract/call'
import type { Realtime } from '../../platform/realtime/realtime.ts'

export interface MembersDeps {
  readonly members: Members
  readonly belongings: MemberBelongings
  readonly realtime: Realtime
}

/**
 * The accounts of others. Whoever acts on one is still an admin when it is done, else: `forbidden`.
 */
export interface Members {
  /** Everybody, oldest first, in pages. */
  list(): AsyncIterable<User[]>
  /** Throws `admin_plan_fixed`, `user_not_found` or `forbidden`. */
  change(adminId: string, memberId: string, change: BodyOf<typeof updateUser>): Promise<User>
  /** Signs them out, as no admin from here on; answers their tokens. Throws as `change` does. */
  retire(adminId: string, memberId: string): Promise<string[]>
  /** Deletes the account with everything of theirs; answers the tokens it still had. */
  erase(memberId: string): Promise<string[]>
}

/** What has to be cleaned up around a member's rows. */
export interface MemberBelongings {
  /**
   * Stops their campaigns and logs every device out at the network, as far as it can be reached.
   */
  removeDevices(userId: string): Promise<void>
  /** Most of their rows, in short transactions; what is left goes with their account. */
  eraseRows(userId: string): Promise<void>
  /** Called after their rows are deleted: closes what they opened in the meantime. */
  closeSessions(userId: string): Promise<void>
  /** Called when their plan changed: cancels what it no longer allows. */
  planChanged(userId: string): void
  eraseMedia(userId: string): Promise<void>
  /** Their virtual phones, where there is a sandbox network. */
  removeSandboxPhones(userId: string): Promise<void>
}
