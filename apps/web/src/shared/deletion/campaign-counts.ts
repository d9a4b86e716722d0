import type { CampaignUse, CampaignUseKind } from '@kirim/contract/campaign-use'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** Formats the campaigns by status, as "1 running, 2 waiting"; null when there are none. */
export function useCampaignCounts(): (
  use: CampaignUse,
  kinds: readonly CampaignUseKind[],
) => string | null {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (use, kinds) => {
    const words: Record<CampaignUseKind, string> = {
      running: t('{n} running', { n: number(use.running) }),
      waiting: t('{n} waiting', { n: number(use.waiting) }),
      paused: t('{n} paused', { n: number(use.paused) }),
      completed: t('{n} completed', { n: number(use.completed) }),
    }
    const counts = kinds.filter((kind) => use[kind] > 0).map((kind) => words[kind])
    const others = use.others ? [t('others on numbers you do not see')] : []
    return [...counts, ...others].join(', ') || null
  }
}
