import { QUOTA_REFUSALS, type QuotaName, quotaAmountText } from '@kirim/contract/quotas'
import { DomainError } from '../../platform/errors.ts'

/** The refusal of something that would exceed a quota. */
export function quotaRefusal(quota: QuotaName, limit: number, used: number): DomainError {
  const most = quotaAmountText(quota, limit)
  return new DomainError(QUOTA_REFUSALS[quota], { quota, limit, used, most })
}
