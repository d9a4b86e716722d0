import type { Preflight } from '@kirim/contract/campaign-preflight'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import type { MediaChoice } from '../media/media-choice.ts'
import { OpenWarnings } from '../preflight/open-warnings.tsx'
import { SendFacts, startsSoon, usePeopleText } from '../preflight/send-facts.tsx'
import type { CampaignValues } from '../values/campaign-values.ts'
import { sendersOf } from '../values/use-campaign-form-data.ts'

/** The form values to confirm, with the server's check of them. */
export interface PendingSave {
  values: CampaignValues
  media: MediaChoice
  preflight: Preflight
}

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
          <OpenWarnings findings={preflight.findings} onLook={rest.onCancel} />
        </>
      )}
    </ConfirmDialog>
  )
}
