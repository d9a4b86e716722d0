import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import type { CampaignAction } from '@kirim/contract/campaigns'
import { CircleSlash, Copy, Pause, Pencil, Play, RotateCcw, Trash2 } from 'lucide-react'
import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { Button } from '#shared/ui/button.tsx'
import { MenuItem, MenuSeparator, RowActions } from '#shared/ui/menu.tsx'
import { MenuIcon } from '#shared/ui/menu-icon.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { RestButton } from '../finished/rest-question.tsx'
import { useDuplicate } from '../finished/use-rest.ts'
import { StandingBadge } from '../list/campaign-standing.tsx'
import { type CampaignActions, editAddress } from '../list/use-campaign-actions.ts'
import { QuietSentence } from './campaign-notice.tsx'
import { FollowUpButton } from './follow-up-button.tsx'

interface HeaderProps {
  report: CampaignReport
  actions: CampaignActions
}

/** The name, from whom to whom, since when, and what can be done. */
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
          <QuietSentence report={report} />
        </>
      }
      actions={<HeaderActions report={report} actions={actions} />}
    />
  )
}

function Route({ report }: { report: CampaignReport }) {
  const { t } = useTranslation()
  const { day, time } = useFormat()
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
      {startedAt && endedAt && t('{from} to {to}.', { from: at(startedAt), to: until })}
    </span>
  )
}

function HeaderActions({ report, actions }: HeaderProps) {
  const { t } = useTranslation()
  const edit = editAddress(report)
  const busy = actions.isBusy(report)
  const duplicate = useDuplicate(report)
  const can = (action: CampaignAction) => report.actions.includes(action)
  return (
    <>
      {can('pause') && (
        <Button disabled={busy} onClick={() => void actions.pause(report)}>
          <Pause aria-hidden="true" />
          {t('Pause')}
        </Button>
      )}
      {can('resume') && (
        <Button variant="primary" disabled={busy} onClick={() => void actions.resume(report)}>
          <Play aria-hidden="true" />
          {t('Resume')}
        </Button>
      )}
      {edit && can('start') && (
        <Button variant="primary" asChild>
          <Link to={edit}>
            <Pencil aria-hidden="true" />
            {t('Edit')}
          </Link>
        </Button>
      )}
      {can('retry_failed') && (
        <Button disabled={busy} onClick={() => actions.retryFailed(report)}>
          <RotateCcw aria-hidden="true" />
          {t('Retry failed')}
        </Button>
      )}
      {report.status === 'completed' && <RestButton campaign={report} />}
      {isOver(report) && (
        <Button
          busy={duplicate.isPending || duplicate.isSuccess}
          busyText={t('Processing...')}
          onClick={() => duplicate.mutate(undefined)}
        >
          <Copy aria-hidden="true" />
          {t('Duplicate')}
        </Button>
      )}
      {isOver(report) && <FollowUpButton report={report} />}
      {can('cancel') && (
        <Button variant="danger-outline" disabled={busy} onClick={() => actions.cancel(report)}>
          <CircleSlash aria-hidden="true" />
          {t('Cancel campaign')}
        </Button>
      )}
      <span className="max-sm:flex-none!">
        <MoreActions report={report} actions={actions} />
      </span>
    </>
  )
}

function isOver({ status, cancelledAt }: CampaignReport): boolean {
  return status === 'completed' || cancelledAt !== null
}

/** The rest; a draft is sent from its form, which asks with the numbers. */
function MoreActions({ report, actions }: HeaderProps) {
  const { t } = useTranslation()
  const duplicate = useDuplicate(report)
  const edit = editAddress(report)
  const remove = async () => {
    if (await actions.remove(report)) navigate('/')
  }
  return (
    <RowActions name={report.name} disabled={actions.isBusy(report) || duplicate.isPending}>
      {edit && !isOver(report) && !report.actions.includes('start') && (
        <MenuItem asChild>
          <Link to={edit}>
            <MenuIcon icon={Pencil} />
            {t('Edit')}
          </Link>
        </MenuItem>
      )}
      {!isOver(report) && (
        <>
          <MenuItem icon={Copy} onSelect={() => duplicate.mutate(undefined)}>
            {t('Duplicate')}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      <MenuItem icon={Trash2} danger onSelect={() => void remove()}>
        {t('Delete')}
      </MenuItem>
    </RowActions>
  )
}
