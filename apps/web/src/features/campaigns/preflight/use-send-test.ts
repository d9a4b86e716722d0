import { type PreflightPreview, sendTest } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { toast } from '#shared/toast/toast.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import { type Checked, testInput } from './preflight-input.ts'

/** Sends the message to the own number, as somebody would get it. */
export function useSendTest(values: Checked, media: MediaChoice, campaign: BulkCampaign | null) {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: ({ person: { phoneNumber }, letter }: PreflightPreview) =>
      request(sendTest, testInput(values, media, campaign, { phoneNumber, letter })),
    onError: (error) =>
      toast({ title: messageOf(error, t('An unknown error occurred.')), tone: 'error' }),
  })
}
