import { type Preflight, preflightCampaign } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { useState } from 'react'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import { preflightInput } from '../preflight/preflight-input.ts'
import type { CampaignValues } from '../values/campaign-values.ts'

/** The form values to confirm, with what the server says of them. */
export interface PendingSave {
  values: CampaignValues
  media: MediaChoice
  preflight: Preflight
}

/**
 * Checks the form before the confirmation is shown. Values that the check refuses would also be
 * refused when saving.
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
      preflight: await request(preflightCampaign, preflightInput(values, media, campaign)),
    }),
    onSuccess: setAsked,
    onError: onRefused,
  })
  return { ask: ask.mutate, asking: ask.isPending, asked, drop: () => setAsked(null) }
}
