import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { RowActions } from '#shared/ui/menu.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useAuthorName } from '#shared/workspace/use-author-name.ts'
import { StepItems } from '../list/campaign-menu.tsx'
import { StandingBadge } from '../list/campaign-standing.tsx'
import { useCampaignSteps } from '../list/campaign-steps.ts'
import type { CampaignActions } from '../list/use-campaign-actions.ts'
import { StatusSentence } from './campaign-notice.tsx'
import { FollowUpButton } from './follow-up-button.tsx'

interface HeaderProps {
  report: CampaignReport
  actions: CampaignActions
}

/** Name, devices, group and times of a campaign, and its actions. */
export function CampaignHeader({ report, actions }: HeaderProps) {
  const { t } = useTranslation()
  return (
    <PageHeader
      back={{ to: '/', label: t('Dashboard') }}
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{report.name}</span>
          <StandingBadge campaign={report} />
        </span>
      }
      description={
        <>
          <Route report={report} />
          <StatusSentence report={report} />
        </>
      }
      actions={
        <Allowed to="campaigns:write">
          <HeaderActions report={report} actions={actions} />
        </Allowed>
      }
    />
  )
}

function Route({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const { day, time } = useFormat()
  const acts = useActs(report)
  const { deviceName, deviceNumber, alsoFrom, groupName, startedAt, endedAt } = report
  const at = (moment: string) => `${day(new Date(moment))}, ${time(moment)}`
  const dayOf = (moment: string) => new Date(moment).toDateString()
  const isOneDay = startedAt !== null && endedAt !== null && dayOf(startedAt) === dayOf(endedAt)
  const until = endedAt && (isOneDay ? time(endedAt) : at(endedAt))
  return (
    <span className="tnum wrap-anywhere">
      <Trans
        i18nKey="From <b>{device}</b> {number} to <b>{group}</b>."
        components={{ b: <b className="font-medium text-foreground" /> }}
        values={{
          device: [deviceName, ...alsoFrom].join(', '),
          number: alsoFrom.length > 0 ? '' : deviceNumber,
          group: groupName,
        }}
        tOptions={{ interpolation: { escapeValue: false } }}
      />{' '}
      {startedAt && !endedAt && t('Started {at}.', { at: at(startedAt) })}
      {startedAt && endedAt && t('{from} to {to}.', { from: at(startedAt), to: until })} {acts}
    </span>
  )
}

/** Who created and who stopped it, where the workspace has several people. */
function useActs({ createdBy, stoppedBy, cancelledAt }: CampaignReport): string {
  const { t } = useTranslation()
  const nameOf = useAuthorName()
  const [creator, stopper] = [nameOf(createdBy), nameOf(stoppedBy)]
  const stopped = cancelledAt
    ? t('Cancelled by {name}.', { name: stopper })
    : t('Paused by {name}.', { name: stopper })
  const created = t('Created by {name}.', { name: creator })
  return [creator && created, stopper && stopped].filter(Boolean).join(' ')
}

/** The first two actions as buttons, the others in a menu. */
function HeaderActions({ report, actions }: HeaderProps) {
  const busy = actions.isBusy(report)
  const steps = useCampaignSteps(report, actions)
  const buttons = steps.filter(({ danger }) => !danger).slice(0, 2)
  const isOver = report.status === 'completed' || report.cancelledAt !== null
  return (
    <>
      {buttons.map(({ label, icon: Icon, primary, to, act }) => (
        <Button
          key={label}
          variant={primary ? 'primary' : 'outline'}
          {...(to ? { asChild: true } : { disabled: busy, onClick: act })}
        >
          {to ? (
            <Link to={to}>
              <Icon aria-hidden="true" />
              {label}
            </Link>
          ) : (
            <>
              <Icon aria-hidden="true" />
              {label}
            </>
          )}
        </Button>
      ))}
      {isOver && <FollowUpButton report={report} />}
      <span className="max-sm:flex-none!">
        <RowActions name={report.name} disabled={busy}>
          <StepItems steps={steps.filter((step) => !buttons.includes(step))} />
        </RowActions>
      </span>
    </>
  )
}
