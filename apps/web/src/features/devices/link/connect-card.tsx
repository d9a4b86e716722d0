import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { DeviceStatusBadge } from '#shared/ui/status-badge.tsx'
import { type PlanRoom, usePlanRoom } from '../use-devices.ts'
import { LinkPanel } from './link-panel.tsx'
import type { Link } from './use-link.ts'

interface ConnectCardProps {
  link: Link
  /** Whether any number may be linked, or only one that the person sees. */
  isForAny: boolean
}

/** 'Connect New Device' [2.scan.card]. */
export function ConnectCard({ link, isForAny }: ConnectCardProps) {
  const { t } = useTranslation()
  const room = usePlanRoom()
  const { status, pairing, passkey } = link.state
  const way = link.way ?? (pairing ? 'code' : 'qr')
  const waitsForTyping = way === 'code' && pairing !== null
  const waiting = passkey ? 'waiting_passkey' : waitsForTyping && 'waiting_phone'
  const shownStatus = waiting || status
  return (
    <Card aria-labelledby="connect" className="min-w-0">
      <CardHeader
        id="connect"
        title={t('Connect New Device')}
        description={<PlanSentence {...room} />}
        action={
          <span role="status" className="shrink-0">
            <DeviceStatusBadge status={shownStatus} />
          </span>
        }
      />
      <LinkPanel link={link} room={room} way={way} isForAny={isForAny} />
      <footer className="flex flex-col gap-3 border-t px-5 py-3.5 sm:min-h-16 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
        <LineState line={link.line} />
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          {waitsForTyping && (
            <Button onClick={link.cancel} className="max-sm:w-full">
              {t('Cancel')}
            </Button>
          )}
          {isForAny && !room.full && !passkey && (
            <ConnectButton link={link} isAside={way === 'code'} />
          )}
        </div>
      </footer>
    </Card>
  )
}

function PlanSentence({ plan, limit, connected, connecting, known }: PlanRoom) {
  const { t } = useTranslation()
  const allowed = t('Your {plan} plan allows {n} devices.', { count: limit, n: limit, plan })
  if (!known) return allowed
  const now = t('{n} are connected.', { count: connected, n: connected })
  if (connecting === 0) return `${allowed} ${now}`
  const soon = t('{n} more are reconnecting and also count.', { count: connecting, n: connecting })
  return `${allowed} ${now} ${soon}`
}

/** Secondary beside the form for a pairing code. */
function ConnectButton({ link, isAside }: { link: Link; isAside: boolean }) {
  const { t } = useTranslation()
  const { state, ready, connect } = link
  const underWay = state.status === 'waiting_qr' || state.status === 'Connecting...'
  return (
    <Button
      variant={isAside || underWay || state.ended === 'expired' ? 'outline' : 'primary'}
      disabled={!ready}
      onClick={connect}
      className="max-sm:w-full"
    >
      <Plus aria-hidden="true" />
      {t('Connect Another Device')}
    </Button>
  )
}

const lines = {
  connected: { word: textKey('Live connection to the server'), dot: 'bg-success' },
  connecting: { word: textKey('Connecting to the server'), dot: 'bg-info' },
  disconnected: { word: textKey('No connection to the server'), dot: 'bg-destructive' },
} as const

function LineState({ line }: Pick<Link, 'line'>) {
  const { t } = useTranslation()
  const { word, dot } = lines[line]
  return (
    <p className="flex items-center gap-2 text-caption text-muted-foreground">
      <i className={cn('size-2 rounded-full', dot)} />
      {t(word)}
    </p>
  )
}
