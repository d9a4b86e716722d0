import type { MembershipPlan } from '@kirim/contract/limits'
import type { Db } from '../../platform/database/database.ts'

/** Amounts by workspace; those without an amount may be missing. */
export type AmountsOf = (
  db: Db,
  workspaceIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>

/** What quotas need from other features, within the given transaction. */
export interface QuotaSources {
  /** Null for an unknown workspace. */
  planOf(db: Db, workspaceId: string): Promise<MembershipPlan | null>
  everyPlan(db: Db): Promise<readonly { workspaceId: string; plan: MembershipPlan }[]>
  /** Throws `user_not_found` or `owns_no_workspace`. */
  ownWorkspaceOf(db: Db, personId: string): Promise<string>
  campaigns: AmountsOf
  peopleWaiting: AmountsOf
  recipients: AmountsOf
  groupPlaces: AmountsOf
  optOuts: AmountsOf
  chatbotItems: AmountsOf
}
