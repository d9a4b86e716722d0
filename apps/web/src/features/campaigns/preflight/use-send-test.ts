import { type PreflightPreview, type SentTest, sendTest } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import type { MediaChoice } from '../media/media-choice.ts'
import { type Checked, testInput } from './preflight-input.ts'

/** Sends the message to the device's own number, as a recipient would get it. */
export function useSendTest(values: Checked, media: MediaChoice, campaign: BulkCampaign | null) {
  const { t } = useTranslation()
  return useSingleMutation({
    mutationFn: (preview: PreflightPreview) =>
      request(sendTest, testInput(values, media, campaign, preview)),
    onError: (error) =>
      toast({ title: messageOf(error, t('An unknown error occurred.')), tone: 'error' }),
  })
}

/** Describes the test that was sent, or the one that would be sent. */
export function useTestText(): (device: Device, sent: SentTest | undefined) => string {
  const { t } = useTranslation()
  const { time } = useFormat()
  return ({ number, name, connected }, sent) => {
    const device = name || number
    if (!connected) return t('{device} is not connected.', { device })
    if (!sent)
      return t('The test goes from {device} to its own number, {number}.', { device, number })
    return sent.state === 'sent'
      ? t('Sent to {number} at {time}.', { number, time: time(sent.at) })
      : t('Sending to {number}. WhatsApp has not confirmed it yet.', { number })
  }
}
