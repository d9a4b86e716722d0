import type { Db } from '../../platform/database/database.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'

export interface MembersDeps {
  readonly db: Db
  readonly belongings: MemberBelongings
  readonly realtime: Realtime
}

/** What of a member outlives their rows, or must end before them. */
export interface MemberBelongings {
  /** Stops their campaigns and logs every device out at the network, as far as it can be reached. */
  removeDevices(userId: string): Promise<void>
  /** Once their rows are gone: closes what they opened while they were being deleted. */
  closeSessions(userId: string): Promise<void>
  /** Their plan is another: withdraws what it no longer admits. */
  planChanged(userId: string): void
  eraseMedia(userId: string): Promise<void>
  /** Their virtual phones, where there is a sandbox network. */
  removeSandboxPhones(userId: string): Promise<void>
}
