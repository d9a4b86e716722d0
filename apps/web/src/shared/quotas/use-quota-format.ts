import { fullnessOf, type QuotaName, type QuotaUse } from '@kirim/contract/quotas'
import { useFormat } from '#shared/i18n/format.ts'

/** Amounts of quotas as they are shown. */
export function useQuotaFormat() {
  const { number, fileSize, percent } = useFormat()
  return {
    amount: (quota: QuotaName, value: number) =>
      quota === 'mediaBytes' ? fileSize(value) : number(value),
    /** In whole percent; 100% only once nothing is left. */
    fullness: (use: QuotaUse) => percent(Math.floor(fullnessOf(use) * 100) / 100),
  }
}
