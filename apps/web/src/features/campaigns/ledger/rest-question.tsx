import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { campaignRest, sendToRest } from '@kirim/contract/campaign-sending'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { toast } from '#shared/toast/toast.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { useReloadCampaigns } from '../list/use-campaign-actions.ts'
import { SendFacts, usePeopleText } from '../preflight/send-facts.tsx'

interface RestQuestionProps {
  campaign: CampaignReport
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a finished campaign is sent to the rest of its group, and sends it. */
export function RestQuestion({ campaign, open, onOpenChange }: RestQuestionProps) {
  const { t } = useTranslation()
  const peopleText = usePeopleText()
  const reload = useReloadCampaigns()
  const switchId = useId()
  const [includeFailed, setIncludeFailed] = useState(false)
  const params = { deviceId: campaign.deviceId, campaignId: campaign.id }
  const send = useSingleMutation({
    mutationFn: () => request(sendToRest, { params, body: { includeFailed } }),
    onSuccess: () => {
      toast({ title: t('Sending to the rest.'), tone: 'success' })
      void reload()
      navigate('/')
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Could not send to the rest.')), tone: 'error' }),
  })
  const rest = useQuery({
    ...callQuery(campaignRest, { params, query: { includeFailed } }),
    enabled: open,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const { people = 0, failed = 0 } = rest.data ?? {}
  const group = campaign.groupName
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        people > 0
          ? t('Send to the {people} left?', { people: peopleText(people) })
          : t('Send to the rest')
      }
      description={describe()}
      action={t('Send to the rest')}
      safe={t('Not now')}
      destructive={false}
      disabled={rest.isFetching || people === 0}
      busy={send.isPending || send.isSuccess}
      busyText={t('Processing...')}
      onConfirm={() => send.mutate(undefined)}
    >
      {failed > 0 && (
        <div className="mt-4 flex items-center gap-2.5">
          <Switch id={switchId} checked={includeFailed} onCheckedChange={setIncludeFailed} />
          <label htmlFor={switchId} className="text-caption font-medium">
            {t('Also retry the {people} it failed to reach', { people: peopleText(failed) })}
          </label>
        </div>
      )}
      {rest.data && people > 0 && (
        <SendFacts
          groupName={group}
          estimate={rest.data}
          minSeconds={campaign.minIntervalSeconds}
          maxSeconds={campaign.maxIntervalSeconds}
        />
      )}
    </ConfirmDialog>
  )

  function describe(): string {
    if (rest.error)
      return messageOf(rest.error, t('Could not count the remaining people. Please try again.'))
    if (!rest.data) return t('Counting people...')
    if (people > 0) {
      return t(
        'The same message goes to everyone in {group} who did not get it. No one gets it twice.',
        { group },
      )
    }
    return failed > 0
      ? t('Everyone else in {group} has received it.', { group })
      : t(
          'Everyone in {group} has been processed. People added to the group later can still be reached.',
          { group },
        )
  }
}
