import type { Preflight, PreflightFinding } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { preflightNotes, preflightTexts } from '@kirim/contract/preflight-texts'
import { Moon, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCodedText } from '#shared/i18n/use-coded-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { OpenWarnings } from '../preflight/open-warnings.tsx'
import { useStartAtNine } from '../preflight/remedies.ts'
import { SendFacts, startsSoon, usePeopleText } from '../preflight/send-facts.tsx'
import { useSendTest, useTestText } from '../preflight/use-send-test.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { sendersOf } from '../values/use-campaign-form-data.ts'

/** The form values to confirm, with the server's check of them. */
export interface PendingSave {
  values: CampaignValues
  media: MediaChoice
  preflight: Preflight
}

const AT_NIGHT = 'starts_at_night'

interface SendQuestionProps {
  /** Null while the dialog is closed. */
  pending: PendingSave | null
  /** The campaign being edited. */
  campaign: BulkCampaign | null
  devices: readonly Device[]
  groupName: string
  busy: boolean
  onConfirm: (pending: PendingSave) => void
  onCancel: () => void
  /** Called when the start was moved to the morning. */
  onLater: () => void
}

/** Asks before sending, with number of people, device and expected end. */
export function SendQuestion({
  pending,
  campaign,
  devices,
  groupName,
  ...rest
}: SendQuestionProps) {
  const { t } = useTranslation()
  const peopleText = usePeopleText()
  const [last, setLast] = useState(pending)
  if (pending && pending !== last) setLast(pending)
  if (!last) return null
  const { values, preflight } = last
  const { estimate } = preflight
  const n = peopleText(estimate.people)
  const nobody = estimate.people === 0
  const title = startsSoon(estimate.startsAt)
    ? t('Send now to {people}?', { people: n })
    : t('Send to {people}?', { people: n })
  return (
    <ConfirmDialog
      open={pending !== null}
      onOpenChange={(open) => !open && rest.onCancel()}
      title={nobody ? t('No recipients') : title}
      description={
        nobody
          ? t('No one would get this message: the group is empty, or everyone has been processed.')
          : t(
              'A message that has been sent cannot be taken back. You can stop the rest at any time.',
            )
      }
      safe={t('Keep editing')}
      action={campaign ? t('Update Campaign') : t('Create Campaign')}
      destructive={false}
      busy={rest.busy}
      busyText={t('Saving...')}
      onConfirm={() => pending && rest.onConfirm(pending)}
    >
      {!nobody && (
        <>
          <SendFacts
            senders={sendersOf(values, devices)}
            groupName={groupName}
            estimate={estimate}
            people={preflight.people}
            minSeconds={values.minIntervalSeconds}
            maxSeconds={values.maxIntervalSeconds}
          />
          <NightNotice
            finding={preflight.findings.find(({ code }) => code === AT_NIGHT)}
            onLater={rest.onLater}
          />
          <OpenWarnings
            findings={preflight.findings.filter(({ code }) => code !== AT_NIGHT)}
            onLook={rest.onCancel}
          />
          <TestFirst
            key={JSON.stringify(values)}
            pending={last}
            campaign={campaign}
            device={devices.find(({ id }) => id === values.deviceId)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

interface NightNoticeProps {
  finding: PreflightFinding | undefined
  onLater: () => void
}

/** Warns of a start at night, and offers the next morning. */
function NightNotice({ finding, onLater }: NightNoticeProps) {
  const { t } = useTranslation()
  const title = useCodedText(preflightTexts)
  const note = useCodedText(preflightNotes)
  const startAtNine = useStartAtNine()
  const at = finding?.params.at
  if (!finding || typeof at !== 'string') return null
  const moveStart = () => {
    startAtNine(at)
    onLater()
  }
  return (
    <div className="flex items-center gap-3 border-b py-2.5 max-sm:flex-wrap">
      <Moon className="size-4 shrink-0 self-start text-warning" aria-hidden="true" />
      <div className="min-w-0 flex-1 text-caption">
        <p className="font-medium">{title(finding)}</p>
        <p className="text-muted-foreground">{note(finding)}</p>
      </div>
      <Button size="sm" onClick={moveStart} className="max-sm:ml-7">
        {t('Start at 09:00')}
      </Button>
    </div>
  )
}

interface TestFirstProps {
  pending: PendingSave
  campaign: BulkCampaign | null
  device: Device | undefined
}

/** Sends a test to the device's own number before the campaign is confirmed. */
function TestFirst({ pending, campaign, device }: TestFirstProps) {
  const { t } = useTranslation()
  const testText = useTestText()
  const test = useSendTest(pending.values, pending.media, campaign)
  const [reader] = pending.preflight.previews
  if (!device?.connected || !reader) return null
  return (
    <div className="flex items-center justify-between gap-3 border-b py-2.5 max-sm:flex-wrap">
      <p role="status" className="tnum min-w-0 text-caption wrap-anywhere text-muted-foreground">
        {testText(device, test.data)}
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
