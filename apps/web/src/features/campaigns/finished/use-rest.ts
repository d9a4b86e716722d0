import { campaignRest } from '@kirim/contract/campaign-sending'
import type { CampaignProgress } from '@kirim/contract/campaigns'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '#shared/api/query.ts'

/** How many of a finished campaign's group it has not reached; undefined until that is known. */
export function useRest({ deviceId, id }: Pick<CampaignProgress, 'deviceId' | 'id'>) {
  const asked = { params: { deviceId, campaignId: id }, query: { includeFailed: false } }
  return useQuery({ ...callQuery(campaignRest, asked), retry: false }).data
}

/** True as long as that is not known. */
export function isAnyoneLeft(rest: ReturnType<typeof useRest>): boolean {
  return rest === undefined || rest.people + rest.failed > 0
}
