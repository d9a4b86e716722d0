import { estimateCampaign } from '@kirim/contract/campaign-sending'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { useState } from 'react'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import type { CampaignValues } from '../form/campaign-values.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import { estimateInput } from './estimates.ts'
import type { PendingSave } from './send-question.tsx'

/**
 * Loads the estimate before the confirmation is shown. Values that the estimate refuses would also
 * be refused when saving.
 */
export function useSendQuestion(
  campaign: BulkCampaign | null,
  onRefused: (error: unknown) => void,
) {
  const [asked, setAsked] = useState<PendingSave | null>(null)
  const ask = useSingleMutation({
    mutationFn: async ({ values, media }: { values: CampaignValues; media: MediaChoice }) => ({
      values,
      media,
      estimate: await request(estimateCampaign, estimateInput(values, campaign)),
    }),
    onSuccess: setAsked,
    onError: onRefused,
  })
  return { ask: ask.mutate, asking: ask.isPending, asked, drop: () => setAsked(null) }
}
