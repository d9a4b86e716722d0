import { devicePace } from '@kirim/contract/device-pace'
import type { Device } from '@kirim/contract/devices'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { cn } from '#shared/ui/cn.ts'
import { isNewChatsLimited } from '#shared/ui/device-problem.tsx'

/** The people counted today change without an event. */
const REFETCH_MS = 60_000

interface HealthProps {
  device: Device
}

/** The health of a number: when it last received and sent, its day, and one more figure. */
export function HealthCells({ device }: HealthProps) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const { lastInAt, lastOutAt } = device.health
  return (
    <div className="tnum mt-2.5 grid grid-cols-2 gap-x-4 gap-y-2 text-caption empty:hidden sm:grid-cols-4">
      {lastInAt && (
        <Cell
          label={t('Last received')}
          value={moment(lastInAt)}
          isWarning={device.problem?.code === 'quiet'}
        />
      )}
      {lastOutAt && <Cell label={t('Last sent')} value={moment(lastOutAt)} />}
      <TodayCell device={device} />
      <OtherCell device={device} />
    </div>
  )
}

/** The used part of the daily cap; nothing without a cap. */
function TodayCell({ device: { connectionStatus, today } }: HealthProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (today.cap === null || connectionStatus === 'logged_out') return null
  return (
    <Cell label={t('Today')} value={number(today.used)}>
      {t('of {total}', { total: number(today.cap) })}
    </Cell>
  )
}

/** Shows the most important: a limit of new chats, unreadable messages, a quota, or the latency. */
function OtherCell({ device }: HealthProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const { unreadable, unreadableSince, latencyMs } = device.health
  if (isNewChatsLimited(device.problem)) return <NewChatsCell device={device} />
  if (unreadableSince !== null) {
    return (
      <Cell label={t('Unreadable')} value={number(unreadable)}>
        {t('since {time}', { time: moment(unreadableSince) })}
      </Cell>
    )
  }
  if (device.newChats) return <NewChatsCell device={device} />
  if (!device.connected || latencyMs === null) return null
  return (
    <Cell label={t('Response time')} value={t('{n} ms', { n: number(latencyMs) })}>
      {device.proxy && <span className="wrap-anywhere">{device.proxy.host}</span>}
    </Cell>
  )
}

/** How many new chats WhatsApp still allows, and how many people wait for one. */
function NewChatsCell({ device: { id, newChats, problem } }: HealthProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { data } = useQuery({
    ...callQuery(devicePace, { params: { id } }),
    refetchInterval: REFETCH_MS,
    retry: false,
  })
  const held = data?.held ?? 0
  const total = newChats && number(newChats.of)
  return (
    <Cell
      label={t('New chats')}
      value={t('{n} left', { n: number(newChats?.left ?? 0) })}
      isWarning={isNewChatsLimited(problem)}
    >
      {newChats &&
        (newChats.isDaily ? t('of {total} a day', { total }) : t('of {total}', { total }))}
      {held > 0 && <span className="block">{t('{n} waiting', { n: number(held) })}</span>}
    </Cell>
  )
}

interface CellProps {
  label: string
  value: string
  isWarning?: boolean
  children?: ReactNode
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
