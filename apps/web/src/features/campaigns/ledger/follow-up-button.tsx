import { followUp } from '@kirim/contract/campaign-actions'
import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { useQueryClient } from '@tanstack/react-query'
import { MessageSquareReply } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { editAddress } from '../values/campaign-address.ts'
import { peopleIn } from './use-people-view.ts'

/** Creates a draft for the people who were reached and did not answer, and opens its form. */
export function FollowUpButton({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const followUpDraft = useSingleMutation({
    mutationFn: () =>
      request(followUp, {
        params: { deviceId: report.deviceId, campaignId: report.id },
        body: { to: 'not_answered' },
      }),
    onSuccess: (draft) => {
      void client.invalidateQueries()
      toast({ title: t("Draft created for people who didn't reply."), tone: 'success' })
      const address = editAddress(draft)
      if (address) navigate(address)
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('Could not create the follow-up.')), tone: 'error' }),
  })
  if (peopleIn(report, 'not_answered') === 0) return null
  return (
    <Button
      busy={followUpDraft.isPending || followUpDraft.isSuccess}
      busyText={t('Processing...')}
      onClick={() => followUpDraft.mutate(undefined)}
    >
      <MessageSquareReply aria-hidden="true" />
      {t('Follow up with non-repliers')}
    </Button>
  )
}
