import type { Device } from '@kirim/contract/devices'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { DeviceProblemBadge, DeviceProblemText } from '#shared/ui/device-problem.tsx'
import { DeviceStatusBadge } from '#shared/ui/status-badge.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { UnlinkedText } from '../unlinked-text.tsx'
import { needsOwner } from '../use-devices.ts'

const SHOWN_MAX = 6

/** The first linked numbers; those that need their owner come first. */
export function NumbersList({ numbers }: { numbers: readonly Device[] }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const inOrder = numbers.toSorted((one, other) => urgencyOf(other) - urgencyOf(one))
  return (
    <section aria-label={t('Numbers')} className="mb-5 overflow-hidden rounded-lg border bg-border">
      <ul className="flex flex-wrap gap-px">
        {inOrder.slice(0, SHOWN_MAX).map((device) => (
          <NumberCell key={device.id} device={device} />
        ))}
      </ul>
      {numbers.length > SHOWN_MAX && (
        <p className="mt-px bg-card px-5 py-3 text-caption max-sm:px-4">
          <Link
            to="/scan-device"
            className="tnum font-medium text-primary underline-offset-4 hover:underline"
          >
            {t('All {n} numbers', { n: number(numbers.length) })}
          </Link>
        </p>
      )}
    </section>
  )
}

function urgencyOf(device: Device): number {
  if (needsOwner(device)) return 3
  if (device.connectionStatus === 'connecting') return 2
  return device.problem ? 1 : 0
}

interface DeviceProps {
  device: Device
}

/** A number's state, and its day. */
function NumberCell({ device }: DeviceProps) {
  const { t } = useTranslation()
  const { name, phoneNumber, connectionStatus, connected, problem } = device
  const isUnlinked = connectionStatus === 'logged_out'
  const mayLink = useMay('numbers:write')
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
        </p>
        {needsOwner(device) && (
          <Button size="sm" asChild>
            <Link
              to="/scan-device"
              aria-label={
                mayLink && isUnlinked
                  ? t('Link again: {name}', { name })
                  : t('Show the number: {name}', { name })
              }
            >
              {mayLink && isUnlinked ? t('Link again') : t('Show the number')}
            </Link>
          </Button>
        )}
      </div>
      <Today device={device} />
    </li>
  )
}

/** Why it does not send, or when it last received something. */
function Standing({ device }: DeviceProps) {
  const { t } = useTranslation()
  const moment = useMomentText()
  const { connectionStatus, problem, health } = device
  if (connectionStatus === 'logged_out') {
    return <UnlinkedText />
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

/** The used part of its daily cap. */
function Today({ device }: DeviceProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const { used, cap, endsAt } = device.today
  return (
    <p className="tnum mt-auto flex flex-wrap justify-between gap-x-3 text-caption text-muted-foreground">
      {cap === null ? (
        t('{n} people today, no daily cap', { count: used, n: number(used) })
      ) : (
        <span>
          {t('Today')} <span className="font-medium text-foreground">{number(used)}</span>{' '}
          {t('of {total}', { total: number(cap) })}
        </span>
      )}
      {cap !== null && used >= cap && (
        <span>{t('Resumes {moment}', { moment: moment(endsAt) })}</span>
      )}
    </p>
  )
}
