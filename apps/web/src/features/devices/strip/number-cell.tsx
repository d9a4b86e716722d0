import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import {
  DeviceProblemBadge,
  DeviceProblemText,
  isNewChatsLimited,
  isRefused,
} from '#shared/ui/device-problem.tsx'
import { DeviceStatusBadge } from '#shared/ui/status-badge.tsx'
import { needsOwner } from './needs-owner.ts'
import { WaitingForNumber } from './waiting-for-number.tsx'

interface DeviceProps {
  device: Device
}

/** One number of the dashboard: its state, what it waits for, and its day. */
export function NumberCell({ device }: DeviceProps) {
  const { t } = useTranslation()
  const { name, phoneNumber, connectionStatus, connected, problem } = device
  const isUnlinked = connectionStatus === 'logged_out'
  const refused = problem !== null && isRefused(problem)
  const waits = isNewChatsLimited(problem) || connectionStatus !== 'connected'
  return (
    <li
      aria-label={name}
      className="flex min-w-0 flex-1 basis-72 flex-col gap-2 bg-card px-5 py-3.5 max-sm:px-4"
    >
      <div className="flex items-start gap-3">
        <Avatar name={name} kind={connected ? 'number' : 'person'} />
        <div className="min-w-0 flex-1">
          <p title={name} className="truncate font-medium">
            {name}
          </p>
          <p className="tnum truncate text-caption text-muted-foreground">{phoneNumber}</p>
        </div>
        {problem ? (
          <DeviceProblemBadge problem={problem} />
        ) : (
          <DeviceStatusBadge status={connectionStatus} />
        )}
      </div>
      <div className="flex items-center gap-3">
        <p className="tnum min-w-0 flex-1 text-caption wrap-anywhere text-muted-foreground">
          <Standing device={device} />
          {waits && <WaitingForNumber device={device} />}
        </p>
        {needsOwner(device) && (
          <Button size="sm" asChild>
            <Link
              to="/scan-device"
              aria-label={
                isUnlinked
                  ? t('Link again: {name}', { name })
                  : refused
                    ? t('Show the number: {name}', { name })
                    : t('Reconnect {name}', { name })
              }
            >
              {isUnlinked ? t('Link again') : refused ? t('Show the number') : t('Reconnect')}
            </Link>
          </Button>
        )}
      </div>
      <Today device={device} />
    </li>
  )
}

/** Why it does not send, or when it was last heard of. */
function Standing({ device }: DeviceProps) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const { connectionStatus, problem, health } = device
  if (connectionStatus === 'logged_out') {
    return t('Unlinked on its phone. Link it again to use it.')
  }
  if (problem) return <DeviceProblemText problem={problem} />
  if (connectionStatus === 'connecting') {
    return t('Reconnecting. Sending is paused until then. Everyone still gets their message.')
  }
  if (connectionStatus === 'disconnected') {
    return t('Paused until it reconnects. Everyone still gets their message.')
  }
  return health.lastInAt
    ? t('Last received: {moment}.', { moment: moment(health.lastInAt) })
    : t('Ready. No messages received yet.')
}

/** How much of its daily cap it has used. */
function Today({ device }: DeviceProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const { used, cap, endsAt } = device.today
  if (cap === null) {
    return (
      <p className="tnum mt-auto text-caption text-muted-foreground">
        {used === 1
          ? t('1 person today, no daily cap')
          : t('{n} people today, no daily cap', { n: number(used) })}
      </p>
    )
  }
  return (
    <div className="tnum mt-auto text-caption text-muted-foreground">
      <p className="flex flex-wrap sm:max-w-80 justify-between gap-x-3">
        <span>
          {t('Today')} <span className="font-medium text-foreground">{number(used)}</span>{' '}
          {t('of {total}', { total: number(cap) })}
        </span>
        {used >= cap && <span>{t('Resumes {moment}', { moment: moment(endsAt) })}</span>}
      </p>
      <div
        aria-hidden="true"
        className="mt-1 h-1 w-full overflow-hidden rounded-full bg-neutral-soft sm:max-w-80"
      >
        <i
          className="block h-full rounded-full bg-chart-1"
          style={{ width: `${Math.min(100, (used / cap) * 100)}%` }}
        />
      </div>
    </div>
  )
}
