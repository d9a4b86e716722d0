import type { BulkCampaignSummary } from '@kirim/contract/campaign-list'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { openRecipients } from './campaign-list.ts'
import type { CampaignActions } from './use-campaign-actions.ts'

/** Asks before a campaign is cancelled, and before failed messages are retried. */
export function CampaignQuestion({ actions }: { actions: CampaignActions }) {
  const { pending } = actions
  // Keeps the content while the dialog closes.
  const [last, setLast] = useState(pending)
  if (pending && pending !== last) setLast(pending)
  if (!last) return null
  const props = { campaign: last.campaign, open: pending !== null, actions }
  return last.what === 'cancel' ? <CancelQuestion {...props} /> : <RetryQuestion {...props} />
}

interface QuestionProps {
  campaign: BulkCampaignSummary
  open: boolean
  actions: CampaignActions
}

function CancelQuestion({ campaign, open, actions }: QuestionProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { sent, delivered, read } = campaign.counts
  const messaged = sent + delivered + read
  const counts = { count: messaged, done: number(messaged), left: number(openRecipients(campaign)) }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && actions.dismiss()}
      title={t('Cancel {name}?', { name: campaign.name })}
      description={description()}
      consequences={[t('This cannot be undone. Pause instead if you are not sure.')]}
      action={t('Cancel campaign')}
      safe={t('Keep sending')}
      onConfirm={() => void actions.cancelNow(campaign)}
    />
  )

  function description(): string {
    if (messaged === 0) return t('No one has it yet; {left} will not get it.', counts)
    return t('{done} people already have it; {left} will not get it.', counts)
  }
}

function RetryQuestion({ campaign, open, actions }: QuestionProps) {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && actions.dismiss()}
      destructive={false}
      title={t('Retry failed messages?')}
      description={t(
        'Kirim retries only the people in {name} who cannot have received anything. No one gets it twice.',
        { name: campaign.name },
      )}
      action={t('Retry failed')}
      safe={t('Not now')}
      onConfirm={() => void actions.retryNow(campaign)}
    />
  )
}
