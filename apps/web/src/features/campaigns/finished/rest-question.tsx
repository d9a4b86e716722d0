import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { campaignRest } from '@kirim/contract/campaign-sending'
import { type BulkCampaign, loadCampaign } from '@kirim/contract/campaigns'
import { type Device, listDevices } from '@kirim/contract/devices'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { SendFacts, usePeople } from '../preflight/send-facts.tsx'
import { sendersOf } from '../values/use-campaign-form-data.ts'
import { isAnyoneLeft, useRest, useSendToRest } from './use-rest.ts'

interface RestQuestionProps {
  campaign: Pick<
    BulkCampaign,
    'id' | 'deviceId' | 'contactGroupName' | 'minIntervalSeconds' | 'maxIntervalSeconds'
  >
  senders: readonly (Device | undefined)[]
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * Asks before a finished campaign is sent to the rest of its group, with the number of people and
 * the expected end.
 */
export function RestQuestion({ campaign, senders, open, onOpenChange }: RestQuestionProps) {
  const { t } = useTranslation()
  const peopleText = usePeople()
  const [includeFailed, setIncludeFailed] = useState(false)
  const send = useSendToRest(campaign)
  const rest = useQuery({
    ...callQuery(campaignRest, {
      params: { deviceId: campaign.deviceId, campaignId: campaign.id },
      query: { includeFailed },
    }),
    enabled: open,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const { people = 0, failed = 0 } = rest.data ?? {}
  const title =
    rest.data && people > 0
      ? t('Send to the {people} left?', { people: peopleText(people) })
      : t('Send to the rest')
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={describe()}
      action={t('Send to the rest')}
      safe={t('Not now')}
      destructive={false}
      disabled={rest.isFetching || people === 0}
      busy={send.isPending || send.isSuccess}
      busyText={t('Processing...')}
      onConfirm={() => send.mutate({ includeFailed })}
    >
      {failed > 0 && (
        <AlsoFailed text={peopleText(failed)} value={includeFailed} onChange={setIncludeFailed} />
      )}
      {rest.data && people > 0 && (
        <SendFacts
          senders={senders}
          groupName={campaign.contactGroupName}
          estimate={rest.data}
          minSeconds={campaign.minIntervalSeconds}
          maxSeconds={campaign.maxIntervalSeconds}
        />
      )}
    </ConfirmDialog>
  )

  function describe(): string {
    if (rest.error) return messageOf(rest.error, t('This could not be counted. Please try again.'))
    if (!rest.data) return t('Counting people...')
    if (people > 0) {
      return t(
        'The same message goes to everyone in {group} who did not get it. No one gets it twice.',
        {
          group: campaign.contactGroupName,
        },
      )
    }
    return failed > 0
      ? t('Everyone else in {group} has received it.', { group: campaign.contactGroupName })
      : t(
          'Everyone in {group} has been processed. People added to the group later can still be reached.',
          {
            group: campaign.contactGroupName,
          },
        )
  }
}

interface AlsoFailedProps {
  text: string
  value: boolean
  onChange: (value: boolean) => void
}

function AlsoFailed({ text, value, onChange }: AlsoFailedProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="mt-4 flex items-center gap-2.5">
      <Switch id={id} checked={value} onCheckedChange={onChange} />
      <label htmlFor={id} className="text-caption font-medium">
        {t('Also retry {people} it failed to reach', { people: text })}
      </label>
    </div>
  )
}

/** Asks, in place, to send a finished campaign to the rest; nothing where nobody is left. */
export function RestButton({ campaign }: { campaign: CampaignReport }) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const params = { deviceId: campaign.deviceId, campaignId: campaign.id }
  const rest = useRest({ deviceId: campaign.deviceId, id: campaign.id })
  const saved = useQuery({ ...callQuery(loadCampaign, { params }), enabled: asking }).data
  const devices = useQuery({ ...callQuery(listDevices), enabled: asking }).data
  if (!rest || !isAnyoneLeft(rest)) return null
  return (
    <>
      <Button busy={asking && !(saved && devices)} onClick={() => setAsking(true)}>
        <Send aria-hidden="true" />
        {t('Send to the rest')}
      </Button>
      {saved && devices && (
        <RestQuestion
          campaign={saved}
          senders={sendersOf(saved, devices)}
          open={asking}
          onOpenChange={setAsking}
        />
      )}
    </>
  )
}
