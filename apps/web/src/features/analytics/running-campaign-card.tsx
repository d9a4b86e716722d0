import type { BulkCampaignSummary } from '@kirim/contract/analytics'
import { loadCampaign } from '@kirim/contract/campaigns'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { secondsToSend } from '#shared/time/active-time.ts'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { LedgerBar, LedgerLegend } from '#shared/ui/progress.tsx'
import { CampaignStatusBadge } from '#shared/ui/status-badge.tsx'
import { openRecipients } from './campaign-list.ts'

interface CampaignProps {
  campaign: BulkCampaignSummary
}

/** One campaign under way: its ledger, and when it goes on. */
export function RunningCampaignCard({ campaign }: CampaignProps) {
  const { t } = useTranslation()
  const { number, percent } = useFormat()
  const id = useId()
  const { name, deviceName, groupName, status, counts, total } = campaign
  const done = total - openRecipients(campaign)
  return (
    <Card aria-labelledby={id} className="flex min-w-0 flex-col">
      <CardHeader
        id={id}
        title={
          <span title={name} className="line-clamp-2 wrap-anywhere">
            {name}
          </span>
        }
        description={
          <span className="line-clamp-2 wrap-anywhere">
            {t('{device} to {group}', { device: deviceName, group: groupName })}
          </span>
        }
        action={
          <span className="shrink-0">
            <CampaignStatusBadge status={status} />
          </span>
        }
      />
      <div className="flex flex-1 flex-col px-5 pb-4">
        <div className="mb-2.5 flex items-baseline justify-between gap-3">
          <p>
            <LiveNumber value={done} className="text-page font-semibold" />{' '}
            <span className="tnum text-muted-foreground">
              {t('of {total}', { total: number(total) })}
            </span>
          </p>
          <p className="tnum text-caption text-muted-foreground">
            {percent(Math.floor((done / total) * 100) / 100)}
          </p>
        </div>
        <LedgerBar counts={counts} total={total} label={t('Progress of {name}', { name })} />
        <LedgerLegend counts={counts} className="mt-3" />
        <div className="mt-auto border-t pt-3.5 text-caption text-muted-foreground">
          <WhatNext campaign={campaign} />
        </div>
      </div>
    </Card>
  )
}

function WhatNext({ campaign }: CampaignProps): ReactNode {
  const { t } = useTranslation()
  if (campaign.status === 'outside_hours') return t('Goes on in its active hours.')
  if (campaign.status === 'queued')
    return t('Starts when its number is connected and it is its turn.')
  return (
    <>
      <NextMessage at={campaign.nextMessageAt} />
      <TimeLeft campaign={campaign} />
    </>
  )
}

function NextMessage({ at }: { at: string | null }) {
  const { t } = useTranslation()
  const seconds = useSecondsUntil(at === null ? null : Date.parse(at))
  if (!seconds) return <p>{t('The next message is on its way.')}</p>
  return (
    <p>
      {t('Next message in')}{' '}
      <span className="tnum font-medium text-foreground">{durationText(seconds, t)}</span>
    </p>
  )
}

/** At the campaign's own pace and in its own hours; nothing where that cannot be told. */
function TimeLeft({ campaign }: CampaignProps) {
  const { t } = useTranslation()
  const { id, deviceId } = campaign
  const settings = useQuery({
    ...callQuery(loadCampaign, { params: { deviceId, campaignId: id } }),
    staleTime: 60_000,
  }).data
  if (!settings) return null
  const { minIntervalSeconds, maxIntervalSeconds, campaignScheduleType, timeZone } = settings
  const pace = (minIntervalSeconds + maxIntervalSeconds) / 2
  const left = secondsToSend(openRecipients(campaign) * pace, {
    from: Date.now(),
    schedule: campaignScheduleType,
    timeZone,
  })
  if (left === null) return null
  const time = durationText(left.seconds, t)
  return (
    <p className="tnum text-xs">
      {left.rests
        ? t('About {time} left, with the hours it rests', { time })
        : t('About {time} left', { time })}
    </p>
  )
}
