import { fullnessOf, type QuotaUse } from '@kirim/contract/quotas'
import { useTranslation } from 'react-i18next'
import { QuotaBar } from './quota-bar.tsx'
import { quotaWords } from './quota-words.ts'
import { useQuotaFormat } from './use-quota-format.ts'

/** One quota with its name, usage and bar. */
export function QuotaLine({ use }: { use: QuotaUse }) {
  const { t } = useTranslation()
  const { amount } = useQuotaFormat()
  const { quota, used, limit } = use
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-caption font-medium">{t(quotaWords[quota].title)}</p>
        <p className="tnum text-caption text-muted-foreground">
          {t('{n} of {limit}', { n: amount(quota, used), limit: amount(quota, limit) })}
        </p>
      </div>
      <QuotaBar use={use} />
      {fullnessOf(use) >= 1 && (
        <p className="mt-1.5 text-xs text-danger-ink">{t(quotaWords[quota].whenFull)}</p>
      )}
    </>
  )
}
