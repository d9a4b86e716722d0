import type { CountedQuota, Quota } from '../platform/quota.ts'

/** For tests of what quotas do not decide. */
export const unbounded: Quota & CountedQuota = { admit: async () => {}, change: async () => {} }
