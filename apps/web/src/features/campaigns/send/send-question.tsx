import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { OpenWarnings } from '../preflight/open-warnings.tsx'
import { NightNotice } from './night-notice.tsx'
import type { PendingSave } from './pending-save.ts'
import { SendFacts, startsSoon, usePeople } from './send-facts.tsx'
import { sendersOf } from './senders.ts'
import { TestFirst } from './test-first.tsx'

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
