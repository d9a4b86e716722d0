import type { CountedQuota, Quota } from '../platform/quota.ts'

/** For tests that are not about quotas. */
export const unbounded: Quota & CountedQuota = { admit: async () => {}, change: async () => {} }
