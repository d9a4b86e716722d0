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

/** Writes to people, or never will: so it is asked. */
interface Asked {
  what: 'cancel' | 'retry_failed'
  campaign: BulkCampaignSummary
}

const complete = ({ id, deviceId }: Ids) => Boolean(id && deviceId)

/**
 * The actions of a campaign [2.dashboard.actions] [5.dashboard]. On the campaign's own page, its copy
 * is opened, and the page is left once the campaign is deleted.
 */
export function useCampaignActions({ isOwnPage = false } = {}) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const reload = useReloadCampaigns()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())

  function run<T>(
    campaign: Ids,
    wording: Wording,
    act: () => Promise<T>,
    then?: (done: T) => void,
  ) {
    const shown = toast({ title: wording.progress, tone: 'progress' })
    return whileBusy(campaign, async () => {
      try {
        const done = await act()
        shown.update({ title: wording.success, tone: 'success' })
        then?.(done)
        await reload()
      } catch (error) {
        shown.update({ title: messageOf(error, wording.failure), tone: 'error' })
      }
    })
  }

  async function whileBusy({ id }: Ids, act: () => Promise<void>): Promise<void> {
    setBusy((ids) => new Set(ids).add(id))
    try {
      await act()
    } finally {
      setBusy((ids) => new Set([...ids].filter((other) => other !== id)))
    }
  }

  /** Takes effect at once; the toast offers Undo. */
  function switchTo(campaign: Named, status: 'Enabled' | 'Disabled'): Promise<void> {
    const back = status === 'Enabled' ? 'Disabled' : 'Enabled'
    const { name } = campaign
    return whileBusy(campaign, async () => {
      try {
        await request(setCampaignStatus, { params: paramsOf(campaign), body: { status } })
        toast({
          title:
            status === 'Enabled'
              ? t('{name} resumed.', { name })
              : t('{name} is paused.', { name }),
          tone: 'success',
          action: { label: t('Undo'), onSelect: () => void switchTo(campaign, back) },
        })
        await reload()
      } catch (error) {
        toast({ title: messageOf(error, t('Failed to update status.')), tone: 'error' })
      }
    })
  }

  /** Shows an error when an id is missing; returns whether all are there. */
  function check(campaign: Ids, missing: string): boolean {
    if (complete(campaign)) return true
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
    cancel: (campaign: BulkCampaignSummary) => setAsked({ what: 'cancel', campaign }),
    retryFailed: (campaign: BulkCampaignSummary) => setAsked({ what: 'retry_failed', campaign }),
    /** What is asked before it is done; null when nothing is. */
    asked,
    refuse: () => setAsked(null),
    async cancelNow(campaign: Named) {
      setAsked(null)
      const wording: Wording = {
        progress: t('Cancelling campaign...'),
        success: t('{name} is cancelled.', { name: campaign.name }),
        failure: t('Failed to update status.'),
      }
      await run(campaign, wording, () => request(cancelCampaign, { params: paramsOf(campaign) }))
    },
    /** Says how many are tried again, and how many cannot be. */
    async retryNow(campaign: Ids) {
      setAsked(null)
      await whileBusy(campaign, async () => {
        try {
          const { retried, left } = await request(retryFailed, { params: paramsOf(campaign) })
          const kept = left.reduce((sum, { people }) => sum + people, 0)
          toast({
            title: t('Retried: {n}.', { n: number(retried) }),
            ...(kept > 0 && {
              description: t('Not retried: {n}. They may already have it, or opted out.', {
                n: number(kept),
              }),
            }),
            tone: retried > 0 ? 'success' : 'info',
          })
          await reload()
        } catch (error) {
          toast({ title: messageOf(error, t('Failed to update status.')), tone: 'error' })
        }
      })
    },
    async duplicate(campaign: Ids) {
      const wording: Wording = {
        progress: t('Duplicating campaign...'),
        success: t('Campaign duplicated successfully! Refreshing list...'),
        failure: t('Failed to duplicate campaign.'),
      }
      if (!check(campaign, t('Campaign ID or Device ID is missing for duplication.'))) return
      await run(
        campaign,
        wording,
        () => request(duplicateCampaign, { params: paramsOf(campaign) }),
        (copy) => isOwnPage && navigate(editAddress(copy) ?? '/'),
      )
    },
    async remove(campaign: Ids) {
      const wording: Wording = {
        progress: t('Deleting campaign...'),
        success: t('Campaign deleted successfully!'),
        failure: t('Failed to delete campaign.'),
      }
      if (!check(campaign, t('Campaign ID or Device ID is missing.'))) return
      if (!window.confirm(t('Are you sure you want to delete this campaign?'))) return
      await run(
        campaign,
        wording,
        () => request(deleteCampaign, { params: paramsOf(campaign) }),
        () => isOwnPage && navigate('/'),
      )
    },
  }
}

export type CampaignActions = ReturnType<typeof useCampaignActions>

function paramsOf({ id, deviceId }: Ids) {
  return { deviceId, campaignId: id }
}

/** The address of a campaign's form [2.dashboard.edit]; null when an id is missing. */
export function editAddress(campaign: Ids): string | null {
  if (!complete(campaign)) return null
  const device = encodeURIComponent(campaign.deviceId)
  const id = encodeURIComponent(campaign.id)
  return `/dashboard/add-campaign/${device}?type=bulk&editCampaignId=${id}`
}

/** The address of a campaign's own page. */
export function campaignPageAddress({ id }: Pick<Ids, 'id'>): string {
  return `/campaigns/${encodeURIComponent(id)}`
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
