import { FAILURES_IN_A_ROW_MAX } from '@kirim/contract/campaign-actions'
import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { durationText } from '#shared/i18n/duration.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { openRecipients } from '../list/campaign-list.ts'
import { campaignPageAddress } from '../values/campaign-address.ts'
import { useScheduleNames } from '../values/schedule-names.ts'

/** The server measures the pace over this time, once a campaign has been sending that long. */
const PACE_SECONDS = 300

/** How fast, how long and within which limits a campaign sends, or when it did. */
export function PaceCard({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const title = useId()
  const { today, deviceName, startedAt } = report
  const isOver = openRecipients(report) === 0
  return (
    <Card aria-labelledby={title} className="min-w-0">
      <CardHeader className="max-sm:px-4" id={title} title={isOver ? t('When') : t('Pace')} />
      <dl>
        {isOver ? <TimeFacts report={report} /> : <PaceFacts report={report} />}
        <Intervals report={report} />
        {!isOver && today.cap !== null && (
          <Fact term={t('Daily cap')} note={t('{device}, today', { device: deviceName })}>
            {t('{used} of {cap}', { used: number(today.used), cap: number(today.cap) })}
          </Fact>
        )}
        <NextInQueue report={report} />
      </dl>
      {!isOver && startedAt && (
        <p className="tnum border-t px-5 py-3 text-caption text-muted-foreground max-sm:px-4">
          {t(
            'After {n} failures in a row, the campaign pauses and you are notified. Current: {now}.',
            {
              n: FAILURES_IN_A_ROW_MAX,
              now: report.failuresInARow,
            },
          )}
        </p>
      )}
    </Card>
  )
}

function PaceFacts({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const offlineSince = useOfflineSince()
  const { status, scheduledAt, startedAt, endsAt, perMinute, paceSeconds, nextMessageAt } = report
  const seconds = useSecondsUntil(nextMessageAt === null ? null : Date.parse(nextMessageAt))
  const isSending = status === 'sending'
  return (
    <>
      {scheduledAt && !startedAt && <Fact term={t('Starts')}>{moment(scheduledAt)}</Fact>}
      {startedAt && (isSending || perMinute > 0) && (
        <Fact term={isSending ? t('Now') : t('Recently')} note={paceNote()}>
          {t('{n} per minute', { n: number(Math.round(perMinute * 10) / 10) })}
        </Fact>
      )}
      {endsAt && (
        <Fact term={t('Ends')} note={t('estimated from its intervals, hours and queue')}>
          {moment(endsAt, true)}
        </Fact>
      )}
    </>
  )

  function paceNote(): string {
    if (isSending && offlineSince === null && seconds)
      return t('next message in {time}', { time: durationText(seconds, t) })
    return paceSeconds < PACE_SECONDS
      ? t('over the last {time}', { time: durationText(paceSeconds, t) })
      : t('over the last five minutes')
  }
}

function TimeFacts({ report: { createdAt, startedAt, endedAt } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const took = startedAt && endedAt ? (Date.parse(endedAt) - Date.parse(startedAt)) / 1000 : null
  return (
    <>
      <Fact term={t('Created')}>{moment(createdAt)}</Fact>
      {startedAt && <Fact term={t('Started')}>{moment(startedAt)}</Fact>}
      {endedAt && (
        <Fact
          term={t('Ended')}
          note={took === null ? undefined : t('after {time}', { time: durationText(took, t) })}
        >
          {moment(endedAt)}
        </Fact>
      )}
    </>
  )
}

function Intervals({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const names = useScheduleNames()
  const { minIntervalSeconds: min, maxIntervalSeconds: max } = report
  return (
    <Fact term={t('Intervals')} note={`${names[report.campaignScheduleType]}, ${report.timeZone}`}>
      {min === max ? t('{s} s apart', { s: min }) : t('{min} to {max} s apart', { min, max })}
    </Fact>
  )
}

/** The campaign that the same number sends next. */
function NextInQueue({ report: { behind } }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  if (!behind) return null
  const people = t('{n} people', { count: behind.people, n: number(behind.people) })
  return (
    <Fact
      term={t('Next in the queue')}
      note={behind.scheduledAt ? `${people}, ${moment(behind.scheduledAt)}` : people}
    >
      <Link
        to={campaignPageAddress(behind)}
        className="text-primary underline-offset-4 hover:underline"
      >
        {behind.name}
      </Link>
    </Fact>
  )
}

interface FactProps {
  term: string
  note?: string | undefined
  children: ReactNode
}

function Fact({ term, note, children }: FactProps) {
  return (
    <div className="flex justify-between gap-4 border-t px-5 py-2.5 max-sm:px-4">
      <dt className="shrink-0 text-caption text-muted-foreground">{term}</dt>
      <dd className="tnum min-w-0 text-right">
        <span className="block font-medium wrap-anywhere">{children}</span>
        {note && <span className="block text-xs wrap-anywhere text-muted-foreground">{note}</span>}
      </dd>
    </div>
  )
}
