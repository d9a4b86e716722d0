import { fullnessOf, type QuotaName, type QuotaUse } from '@kirim/contract/quotas'
import { useFormat } from '#shared/i18n/format.ts'

/** Formats amounts of quotas. */
export function useQuotaFormat() {
  const { number, fileSize, percent } = useFormat()
  return {
    amount: (quota: QuotaName, value: number) =>
      quota === 'mediaBytes' ? fileSize(value) : number(value),
    /** Whole percent, rounded down, so that 100% means full. */
    fullness: (use: QuotaUse) => percent(Math.floor(fullnessOf(use) * 100) / 100),
  }
}
