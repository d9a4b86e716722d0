import type { PreflightPreview } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { type Checked, personKey } from './preflight-input.ts'
import { useSendTest, useTestText } from './use-send-test.ts'

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
  const testText = useTestText()
  const [selected, setSelected] = useState('')
  const reader = previews.find(({ person }) => personKey(person) === selected) ?? previews[0]
  const test = useSendTest(values, media, campaign)
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
          {testText(device, test.data)}
        </p>
      </div>
      <Select
        aria-label={t('Sample recipient')}
        value={personKey(reader.person)}
        onValueChange={setSelected}
        options={previews.map(({ person }) => ({
          value: personKey(person),
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
}
