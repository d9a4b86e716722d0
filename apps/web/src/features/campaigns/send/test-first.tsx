import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { useTestWords } from '../preflight/test-words.ts'
import { useSendTest } from '../preflight/use-send-test.ts'
import type { PendingSave } from './pending-save.ts'

interface TestFirstProps {
  asked: PendingSave
  campaign: BulkCampaign | null
  device: Device | undefined
}

/** A test to oneself, before it is sent to everybody. */
export function TestFirst({ asked, campaign, device }: TestFirstProps) {
  const { t } = useTranslation()
  const words = useTestWords()
  const test = useSendTest(asked.values, asked.media, campaign)
  const [reader] = asked.preflight.previews
  if (!device?.connected || !reader) return null
  return (
    <div className="flex items-center justify-between gap-3 border-b py-2.5 max-sm:flex-wrap">
      <p role="status" className="tnum min-w-0 text-caption wrap-anywhere text-muted-foreground">
        {words(device, test.data)}
      </p>
      <Button
        variant="ghost"
        size="sm"
        className="shrink-0"
        onClick={() => test.mutate(reader)}
        busy={test.isPending}
        busyText={t('Sending...')}
      >
        <Send aria-hidden="true" />
        {test.data ? t('Send another test') : t('Send a test first')}
      </Button>
    </div>
  )
}
