import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import { List, Plus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { DeviceProblemBadge } from '#shared/ui/device-problem.tsx'
import { LiveNumber } from '#shared/ui/live-number.tsx'
import { DeviceStatusBadge } from '#shared/ui/status-badge.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { itemsAddress, newItemAddress } from '../addresses.ts'
import { NumberState } from './number-state.tsx'

/** A linked number: its name, its chatbot's figures, and whether it answers [2.numbers.card]. */
export function NumberCard({ summary }: { summary: AiDeviceSummary }) {
  const { t } = useTranslation()
  const nameId = useId()
  const { id, name, number, avatarUrl, connected, problem, stats } = summary
  return (
    <Card aria-labelledby={nameId} className="flex min-w-0 flex-col">
      <div className="flex items-center gap-3 px-5 py-[19px]">
        <Avatar
          name={name || number}
          kind={connected ? 'number' : 'person'}
          className="size-10"
          {...(avatarUrl && { src: avatarUrl })}
        />
        <div className="min-w-0 flex-1">
          <h2 id={nameId} title={name} className="truncate text-title font-semibold">
            {name || number}
          </h2>
          <p className="tnum text-caption text-muted-foreground">{number}</p>
        </div>
        {!connected &&
          (problem ? (
            <DeviceProblemBadge problem={problem} />
          ) : (
            <DeviceStatusBadge status="disconnected" />
          ))}
      </div>
      <dl className="grid grid-cols-2 border-t">
        <Figure label={t('Sent')}>
          <LiveNumber value={stats.sent} />
        </Figure>
        <Figure label={t('Campaigns')} className="border-l">
          <LiveNumber value={stats.items} />
        </Figure>
      </dl>
      <div className="flex min-h-[63px] flex-1 items-center border-t px-5 py-3">
        <NumberState summary={summary} />
      </div>
      <div className="grid auto-cols-fr grid-flow-col gap-2 border-t p-3">
        <Button size="sm" variant="ghost" asChild>
          <Link to={itemsAddress(id)} aria-describedby={nameId}>
            <List aria-hidden="true" />
            {t('Campaign List')}
          </Link>
        </Button>
        <Allowed to="chatbots:write">
          <Button size="sm" asChild>
            <Link to={newItemAddress(id)} aria-describedby={nameId}>
              <Plus aria-hidden="true" />
              {t('Add Campaign')}
            </Link>
          </Button>
        </Allowed>
      </div>
    </Card>
  )
}

function Figure(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className = '', children } = props
  return (
    <div className={`px-5 py-3 ${className}`}>
      <dt className="text-xs text-muted-foreground">{label}</dt>
      <dd className="text-heading font-semibold">{children}</dd>
    </div>
  )
}
