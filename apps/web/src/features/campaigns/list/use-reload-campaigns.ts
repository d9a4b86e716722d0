import { overallSummary } from '@kirim/contract/analytics'
import { campaignReport } from '@kirim/contract/campaign-ledger'
import { bulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf } from '#shared/api/query.ts'

/** Reloads the lists, the totals and the campaign's own page. */
export function useReloadCampaigns(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(overallSummary) }),
      client.invalidateQueries({ queryKey: keyOf(bulkCampaignSummary) }),
      client.invalidateQueries({ queryKey: keyOf(campaignReport) }),
    ])
  }
}
