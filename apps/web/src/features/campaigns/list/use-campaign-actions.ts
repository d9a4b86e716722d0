import { overallSummary } from '@kirim/contract/analytics'
import { cancelCampaign, retryFailed } from '@kirim/contract/campaign-actions'
import { campaignReport } from '@kirim/contract/campaign-ledger'
import { type BulkCampaignSummary, bulkCampaignSummary } from '@kirim/contract/campaign-list'
import { deleteCampaign, duplicateCampaign, setCampaignStatus } from '@kirim/contract/campaigns'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { toast } from '#shared/toast/toast.ts'
import { editAddress } from '../values/campaign-address.ts'

/**
 * The toast texts while running, on success, and for a failure without a server message
 * [8.dashboard].
 */
interface Wording {
  progress: string
  success: string
  failure: string
}

type Ids = Pick<BulkCampaignSummary, 'id' | 'deviceId'>

type Named = Ids & Pick<BulkCampaignSummary, 'name'>

/** An action that needs confirmation. */
interface PendingAction {
  what: 'cancel' | 'retry_failed'
  campaign: BulkCampaignSummary
}

/**
 * The actions of a campaign [2.dashboard.actions] [5.dashboard]. On its own page, a duplicate is
 * opened, and a deletion leaves the page.
 */
export function useCampaignActions({ isOwnPage = false } = {}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const reload = useReloadCampaigns()
  const [pending, setPending] = useState<PendingAction | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  const showStatusError = (error: unknown) =>
    toast({ title: messageOf(error, t('Failed to update status.')), tone: 'error' })

  /** The row is disabled during the action; afterwards everything about campaigns is reloaded. */
  async function attempt(
    { id }: Ids,
    act: () => Promise<void>,
    showError: (error: unknown) => void = showStatusError,
  ) {
    setBusy((ids) => new Set(ids).add(id))
    try {
      await act()
      await reload()
    } catch (error) {
      showError(error)
    } finally {
      setBusy((ids) => new Set([...ids].filter((other) => other !== id)))
    }
  }

  /** Runs an action with a toast that shows its progress and outcome. */
  function run(campaign: Ids, wording: Wording, act: () => Promise<void>) {
    const progressToast = toast({ title: wording.progress, tone: 'progress' })
    return attempt(
      campaign,
      async () => {
        await act()
        progressToast.update({ title: wording.success, tone: 'success' })
      },
      (error) => progressToast.update({ title: messageOf(error, wording.failure), tone: 'error' }),
    )
  }

  /** Takes effect at once; the toast offers Undo. */
  function switchTo(campaign: Named, status: 'Enabled' | 'Disabled'): Promise<void> {
    const back = status === 'Enabled' ? 'Disabled' : 'Enabled'
    const { name } = campaign
    return attempt(campaign, async () => {
      await request(setCampaignStatus, { params: paramsOf(campaign), body: { status } })
      toast({
        title:
          status === 'Enabled' ? t('{name} resumed.', { name }) : t('{name} is paused.', { name }),
        tone: 'success',
        action: { label: t('Undo'), onSelect: () => void switchTo(campaign, back) },
      })
    })
  }

  /** Shows an error when an id is missing; returns whether all are there. */
  function check(campaign: Ids, missing: string): boolean {
    if (editAddress(campaign)) return true
    toast({ title: missing, tone: 'error' })
    return false
  }

  return {
    isBusy: (campaign: Ids) => busy.has(campaign.id),
    /** Shows the error for a campaign that cannot be edited. */
    refuseEdit: () =>
      toast({ title: t('Campaign ID or Device ID is missing for editing.'), tone: 'error' }),
    pause: (campaign: Named) => switchTo(campaign, 'Disabled'),
    resume: (campaign: Named) => switchTo(campaign, 'Enabled'),
    cancel: (campaign: BulkCampaignSummary) => setPending({ what: 'cancel', campaign }),
    retryFailed: (campaign: BulkCampaignSummary) => setPending({ what: 'retry_failed', campaign }),
    /** The action waiting for confirmation. */
    pending,
    dismiss: () => setPending(null),
    async cancelNow(campaign: Named) {
      setPending(null)
      const wording: Wording = {
        progress: t('Cancelling campaign...'),
        success: t('{name} is cancelled.', { name: campaign.name }),
        failure: t('Failed to update status.'),
      }
      await run(campaign, wording, async () => {
        await request(cancelCampaign, { params: paramsOf(campaign) })
      })
    },
    /** Reports how many messages are retried, and how many cannot be. */
    async retryNow(campaign: Ids) {
      setPending(null)
      await attempt(campaign, async () => {
        const { retried, left } = await request(retryFailed, { params: paramsOf(campaign) })
        const notRetried = left.reduce((sum, { people }) => sum + people, 0)
        toast({
          title: t('Retried: {n}.', { n: number(retried) }),
          ...(notRetried > 0 && {
            description: t('Not retried: {n}. They may already have it, or opted out.', {
              n: number(notRetried),
            }),
          }),
          tone: retried > 0 ? 'success' : 'info',
        })
      })
    },
    async duplicate(campaign: Ids) {
      const wording: Wording = {
        progress: t('Duplicating campaign...'),
        success: t('Campaign duplicated successfully! Refreshing list...'),
        failure: t('Failed to duplicate campaign.'),
      }
      if (!check(campaign, t('Campaign ID or Device ID is missing for duplication.'))) return
      await run(campaign, wording, async () => {
        const copy = await request(duplicateCampaign, { params: paramsOf(campaign) })
        if (isOwnPage) navigate(editAddress(copy) ?? '/')
      })
    },
    async remove(campaign: Ids) {
      const wording: Wording = {
        progress: t('Deleting campaign...'),
        success: t('Campaign deleted successfully!'),
        failure: t('Failed to delete campaign.'),
      }
      if (!check(campaign, t('Campaign ID or Device ID is missing.'))) return
      if (!window.confirm(t('Are you sure you want to delete this campaign?'))) return
      await run(campaign, wording, async () => {
        await request(deleteCampaign, { params: paramsOf(campaign) })
        if (isOwnPage) navigate('/')
      })
    },
  }
}

export type CampaignActions = ReturnType<typeof useCampaignActions>

function paramsOf({ id, deviceId }: Ids) {
  return { deviceId, campaignId: id }
}

/** Reloads the lists, the totals and the campaign's own page. */
export function useReloadCampaigns(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(overallSummary) }),
      client.invalidateQueries({ queryKey: keyOf(bulkCampaignSummary) }),
      client.invalidateQueries({ queryKey: keyOf(campaignReport) }),
    ])
  }
}
