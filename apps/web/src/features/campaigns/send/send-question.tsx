import type { Preflight, PreflightFinding } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { Moon, Send } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { OpenWarnings } from '../preflight/open-warnings.tsx'
import { useStartAtNine } from '../preflight/remedies.ts'
import { SendFacts, startsSoon, usePeople } from '../preflight/send-facts.tsx'
import { useSendTest, useTestWords } from '../preflight/use-send-test.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { sendersOf } from '../values/use-campaign-form-data.ts'

/** The form values to confirm, with what the server says of them. */
export interface PendingSave {
  values: CampaignValues
  media: MediaChoice
  preflight: Preflight
}

interface SendQuestionProps {
  /** Null while the dialog is closed. */
  asked: PendingSave | null
  /** The campaign being edited. */
  campaign: BulkCampaign | null
  devices: readonly Device[]
  groupName: string
  busy: boolean
  onConfirm: (asked: PendingSave) => void
  onCancel: () => void
  /** Its start was put off. */
  onLater: () => void
}

/** Asks before sending, with number of people, device and expected end. */
export function SendQuestion({ asked, campaign, devices, groupName, ...rest }: SendQuestionProps) {
  const { t } = useTranslation()
  const peopleText = usePeople()
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
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
      open={asked !== null}
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
      onConfirm={() => asked && rest.onConfirm(asked)}
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
          <NightNotice findings={preflight.findings} onLater={rest.onLater} />
          <OpenWarnings
            findings={preflight.findings.filter(({ code }) => code !== 'starts_at_night')}
            onLook={rest.onCancel}
          />
          <TestFirst
            key={JSON.stringify(values)}
            asked={last}
            campaign={campaign}
            device={devices.find(({ id }) => id === values.deviceId)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

interface NightNoticeProps {
  findings: readonly PreflightFinding[]
  /** Asks again, now that it starts later. */
  onLater: () => void
}

/** It would start at night: what that does, and the next morning in its place. */
export function NightNotice({ findings, onLater }: NightNoticeProps) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const startAtNine = useStartAtNine()
  const at = findings.find(({ code }) => code === 'starts_at_night')?.params.at
  if (typeof at !== 'string') return null
  const putOff = () => {
    startAtNine(at)
    onLater()
  }
  return (
    <div className="flex items-center gap-3 border-b py-2.5 max-sm:flex-wrap">
      <Moon className="size-4 shrink-0 self-start text-warning" aria-hidden="true" />
      <p className="min-w-0 flex-1 text-caption">
        {t(
          'It starts {at}, at night. Messages that wake people can get a number reported and banned.',
          {
            at: moment(at),
          },
        )}
      </p>
      <Button size="sm" onClick={putOff} className="max-sm:ml-7">
        {t('Start at 09:00')}
      </Button>
    </div>
  )
}

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
