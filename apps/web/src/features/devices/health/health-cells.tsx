import type { Device } from '@kirim/contract/devices'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { TodayLine } from '../pace/today-line.tsx'
import { useMomentWithAge } from './use-moment-with-age.ts'

/** How well a number works: when it last received and sent, its day, and what matters most else. */
export function HealthCells({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { health, connectionStatus, problem } = device
  return (
    <div className="tnum mt-2.5 grid grid-cols-2 gap-x-4 gap-y-2 pl-12 text-caption empty:hidden sm:grid-cols-4">
      <MomentCell
        label={t('Last in')}
        moment={health.lastInAt}
        isWarning={problem?.code === 'quiet'}
      />
      <MomentCell label={t('Last out')} moment={health.lastOutAt} />
      {connectionStatus !== 'logged_out' && <TodayLine deviceId={device.id} />}
      <OtherCell device={device} />
    </div>
  )
}

interface MomentCellProps {
  label: string
  moment: string | null
  isWarning?: boolean
}

function MomentCell({ label, moment, isWarning = false }: MomentCellProps) {
  const textOf = useMomentWithAge()
  if (moment === null) return null
  const { at, age } = textOf(moment)
  return (
    <Cell label={label} value={at} isWarning={isWarning}>
      {age}
    </Cell>
  )
}

function OtherCell({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const textOf = useMomentWithAge()
  const { unreadable, unreadableSince, latencyMs, preKeysLeft } = device.health
  if (unreadableSince !== null) {
    return (
      <Cell label={t('Unreadable')} value={number(unreadable)}>
        {t('since {time}', { time: textOf(unreadableSince).at })}
      </Cell>
    )
  }
  if (!device.connected || latencyMs === null) return null
  return (
    <Cell label={t('Answers in')} value={t('{n} ms', { n: number(latencyMs) })}>
      {preKeysLeft !== null && t('{n} keys left', { n: number(preKeysLeft) })}
    </Cell>
  )
}

interface CellProps {
  label: string
  value: string
  isWarning?: boolean
  children: ReactNode
}

function Cell({ label, value, isWarning = false, children }: CellProps) {
  return (
    <div className="min-w-0 text-muted-foreground">
      <p>{label}</p>
      <p>
        <span className={cn('font-medium', isWarning ? 'text-warning' : 'text-foreground')}>
          {value}
        </span>{' '}
        {children}
      </p>
    </div>
  )
}
