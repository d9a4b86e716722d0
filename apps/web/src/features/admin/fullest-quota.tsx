import { fullestQuotas, type QuotaUse } from '@kirim/contract/quotas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { QuotaBar } from '#shared/quotas/quota-bar.tsx'
import { quotaWords } from '#shared/quotas/quota-words.ts'
import { useQuotaFormat } from '#shared/quotas/use-quota-format.ts'
import { cn } from '#shared/ui/cn.ts'

/**
 * The fullest quota of each workspace by id; a person's own mostly has their id. Empty while
 * loading.
 */
export function useFullestQuotas(): ReadonlyMap<string, QuotaUse> {
  const { data } = useQuery({ ...callQuery(fullestQuotas), staleTime: 0 })
  return new Map(data?.map((use) => [use.workspaceId, use]))
}

interface FullestQuotaProps {
  name: string
  use: QuotaUse
  onOpen: () => void
  className?: string
}

/** The fullest quota, as a button that opens all of them. */
export function FullestQuota({ name, use, onOpen, className }: FullestQuotaProps) {
  const { t } = useTranslation()
  const { fullness } = useQuotaFormat()
  const text =
    use.used === 0 && use.limit > 0
      ? t('Nothing used')
      : t('{percent} of {what}', {
          percent: fullness(use),
          what: t(quotaWords[use.quota].inSentence),
        })
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-label={t('Quotas of {name}: {text}', { name, text })}
      className={cn('w-32 rounded-md py-1 text-left hover:text-foreground', className)}
    >
      <span className="tnum mb-1 block truncate text-xs text-muted-foreground">{text}</span>
      <QuotaBar use={use} />
    </button>
  )
}
