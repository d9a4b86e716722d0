import type { MembershipPlan } from '@kirim/contract/limits'
import type { Db } from '../../platform/database/database.ts'

/** Amounts by user; users without an amount may be missing. */
export type AmountsOf = (
  db: Db,
  workspaceIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>

/** What quotas need from other features, within the given transaction. */
export interface QuotaSources {
  /** Null for an unknown user. */
  planOf(db: Db, workspaceId: string): Promise<MembershipPlan | null>
  everyPlan(db: Db): Promise<readonly { workspaceId: string; plan: MembershipPlan }[]>
  campaigns: AmountsOf
  peopleWaiting: AmountsOf
  recipients: AmountsOf
  groupPlaces: AmountsOf
  optOuts: AmountsOf
  chatbotItems: AmountsOf
}
