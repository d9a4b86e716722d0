import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { isNewChatsLimited } from '#shared/ui/device-problem.tsx'
import { HealthCell } from '../health-cell.tsx'
import { useDevicePace } from '../pace/use-device-pace.ts'

type NewChats = NonNullable<Device['newChats']>

/** How many chats the network still lets a number begin, and how many people wait for one. */
export function NewChatsCell({ device }: { device: Device }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const held = useDevicePace(device.id)?.held ?? 0
  const left = device.newChats?.left ?? 0
  return (
    <HealthCell
      label={t('New chats')}
      value={t('{n} left', { n: number(left) })}
      isWarning={isNewChatsLimited(device.problem)}
    >
      {device.newChats && <Total newChats={device.newChats} />}
      {held > 0 && <span className="block">{t('{n} waiting', { n: number(held) })}</span>}
    </HealthCell>
  )
}

function Total({ newChats: { of, isDaily, until } }: { newChats: NewChats }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const total = number(of)
  if (isDaily) return t('of {total} a day', { total })
  return until === null
    ? t('of {total}', { total })
    : t('of {total} until {at}', { total, at: moment(until) })
}
