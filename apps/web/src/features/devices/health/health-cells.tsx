import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { isNewChatsLimited } from '#shared/ui/device-problem.tsx'
import { HealthCell } from '../health-cell.tsx'
import { TodayLine } from '../pace/today-line.tsx'
import { ProxyCell } from '../proxy/proxy-cell.tsx'
import { NewChatsCell } from './new-chats-cell.tsx'
import { useMomentWithAge } from './use-moment-with-age.ts'

/** How well a number works: when it last received and sent, its day, and what matters most else. */
export function HealthCells({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { health, connectionStatus, problem } = device
  return (
    <div className="tnum mt-2.5 grid grid-cols-2 gap-x-4 gap-y-2 text-caption empty:hidden sm:grid-cols-4">
      <MomentCell
        label={t('Last received')}
        moment={health.lastInAt}
        isWarning={problem?.code === 'quiet'}
      />
      <MomentCell label={t('Last sent')} moment={health.lastOutAt} />
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
    <HealthCell label={label} value={at} isWarning={isWarning}>
      {age}
    </HealthCell>
  )
}

/** A limit of new chats before what could not be read, and a quota before the rest. */
function OtherCell({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const textOf = useMomentWithAge()
  const { unreadable, unreadableSince, latencyMs, preKeysLeft } = device.health
  if (isNewChatsLimited(device.problem)) return <NewChatsCell device={device} />
  if (unreadableSince !== null) {
    return (
      <HealthCell label={t('Unreadable')} value={number(unreadable)}>
        {t('since {time}', { time: textOf(unreadableSince).at })}
      </HealthCell>
    )
  }
  if (device.newChats) return <NewChatsCell device={device} />
  if (device.proxy) return <ProxyCell host={device.proxy.host} latencyMs={latencyMs} />
  if (!device.connected || latencyMs === null) return null
  return (
    <HealthCell label={t('Answers in')} value={t('{n} ms', { n: number(latencyMs) })}>
      {preKeysLeft !== null && t('{n} keys left', { n: number(preKeysLeft) })}
    </HealthCell>
  )
}
