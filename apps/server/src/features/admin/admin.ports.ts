import type { User } from '@kirim/contract/accounts'
import type { updateUser } from '@kirim/contract/admin'
import type { BodyOf } from '@kirim/contract/call'
import type { Realtime } from '../../platform/realtime/realtime.ts'

export interface MembersDeps {
  readonly members: Members
  readonly belongings: MemberBelongings
  readonly realtime: Realtime
}

/** The accounts of others. Changes throw `forbidden` when the caller is no longer an admin. */
export interface Members {
  /** All accounts, oldest first, in pages. */
  list(): AsyncIterable<User[]>
  /** Throws `admin_plan_fixed`, `user_not_found` or `forbidden`. */
  change(adminId: string, memberId: string, change: BodyOf<typeof updateUser>): Promise<User>
  /**
   * Signs them out and revokes the admin role; returns their token hashes. Throws as `change` does.
   */
  retire(adminId: string, memberId: string): Promise<string[]>
  /** Deletes the account and everything that belongs to it; returns the remaining token hashes. */
  erase(memberId: string): Promise<string[]>
}

/** What to clean up around a member's rows. */
export interface MemberBelongings {
  /** Stops their campaigns and logs all devices out of the network, where it can be reached. */
  removeDevices(userId: string): Promise<void>
  /** Deletes most of their rows in short transactions; the rest is deleted with the account. */
  eraseRows(userId: string): Promise<void>
  /** Called after their rows are deleted: closes what was opened in the meantime. */
  closeSessions(userId: string): Promise<void>
  /** Called when their plan has changed: cancels what it no longer allows. */
  planChanged(userId: string): void
  eraseMedia(userId: string): Promise<void>
  /** Removes their virtual phones, where there is a sandbox network. */
  removeSandboxPhones(userId: string): Promise<void>
}
