import type { CampaignUse } from '@kirim/contract/campaign-use'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'

/** Formats the campaigns by status, as "1 running, 2 waiting"; null when there are none. */
export function useCampaignCounts(): (
  use: CampaignUse,
  kinds: readonly (keyof CampaignUse)[],
) => string | null {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (use, kinds) => {
    const words: Record<keyof CampaignUse, string> = {
      running: t('{n} running', { n: number(use.running) }),
      waiting: t('{n} waiting', { n: number(use.waiting) }),
      paused: t('{n} paused', { n: number(use.paused) }),
      completed: t('{n} completed', { n: number(use.completed) }),
    }
    return (
      kinds
        .filter((kind) => use[kind] > 0)
        .map((kind) => words[kind])
        .join(', ') || null
    )
  }
}
