import { type PreflightPreview, sendTest } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { type Checked, testInput } from './preflight-input.ts'

interface TestBoxProps {
  device: Device | undefined
  values: Checked
  media: MediaChoice
  campaign: BulkCampaign | null
  previews: readonly PreflightPreview[]
}

/** Sends the message to the device's own number, as a recipient would get it. */
export function TestBox({ device, values, media, campaign, previews }: TestBoxProps) {
  const { t } = useTranslation()
  const { time } = useFormat()
  const [selectedNumber, setSelectedNumber] = useState('')
  const reader = previews.find(({ person }) => person.phoneNumber === selectedNumber) ?? previews[0]
  const test = useSingleMutation({
    mutationFn: ({ person: { phoneNumber }, letter }: PreflightPreview) =>
      request(sendTest, testInput(values, media, campaign, { phoneNumber, letter })),
    onError: (error) =>
      toast({ title: messageOf(error, t('An unknown error occurred.')), tone: 'error' }),
  })
  if (!device || !reader) return null
  return (
    <section
      aria-labelledby="test-to-myself"
      className="flex flex-col gap-3 rounded-lg border p-4 sm:flex-row sm:flex-wrap sm:items-center"
    >
      <div className="min-w-0 sm:flex-1 sm:basis-52">
        <h3 id="test-to-myself" className="font-medium">
          {t('Send a test to myself')}
        </h3>
        <p role="status" className="tnum text-caption wrap-anywhere text-muted-foreground">
          {describe(device)}
        </p>
      </div>
      <Select
        aria-label={t('Sample recipient')}
        value={reader.person.phoneNumber}
        onValueChange={setSelectedNumber}
        options={previews.map(({ person }) => ({
          value: person.phoneNumber,
          label: t('As {name}', { name: person.name || person.phoneNumber }),
        }))}
        className="sm:w-44"
      />
      <Button
        size="sm"
        className="h-9 pointer-coarse:h-11"
        disabled={!device.connected}
        onClick={() => test.mutate(reader)}
        busy={test.isPending}
        busyText={t('Sending...')}
      >
        <Send aria-hidden="true" />
        {t('Send a test')}
      </Button>
    </section>
  )

  function describe({ name, number, connected }: Device): string {
    const from = name || number
    if (!connected) return t('{device} is not connected.', { device: from })
    if (!test.data)
      return t('The test goes from {device} to its own number, {number}.', { device: from, number })
    return test.data.state === 'sent'
      ? t('Sent to {number} at {time}.', { number, time: time(test.data.at) })
      : t('Sending to {number}. WhatsApp has not confirmed it yet.', { number })
  }
}
