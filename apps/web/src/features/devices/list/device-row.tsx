import type { Device } from '@kirim/contract/devices'
import { Gauge, Handshake, MessagesSquare, Unplug, Waypoints } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { DeviceProblemBadge, DeviceProblemText } from '#shared/ui/device-problem.tsx'
import { MenuItem, RowActions } from '#shared/ui/menu.tsx'
import { DeviceStatusBadge } from '#shared/ui/status-badge.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { HealthCells } from '../health/health-cells.tsx'
import { UnlinkedText } from '../unlinked-text.tsx'
import type { DeviceActions } from './use-device-actions.ts'

interface DeviceRowProps {
  device: Device
  actions: DeviceActions
  onDisconnect: () => void
  /** Its campaigns are being looked up before a question. */
  isAsking: boolean
  onOpen: (dialog: RowDialogKind) => void
}

export type RowDialogKind = 'pace' | 'manners' | 'chats' | 'proxy' | 'remove'

const reconnectLabels: Record<Device['connectionStatus'], string> = {
  connecting: textKey('Try now'),
  logged_out: textKey('Link again'),
  disconnected: textKey('Reconnect'),
  connected: textKey('Reconnect'),
}

export function DeviceRow(props: DeviceRowProps) {
  const { t } = useTranslation()
  const { device, actions } = props
  const { name, phoneNumber, connectionStatus, problem } = device
  const busy = actions.isBusy(device)
  // Reconnecting by itself may take long after a problem, so it is also offered then.
  const canReconnect =
    connectionStatus === 'disconnected' || (problem !== null && !device.connected)
  const needsScan = connectionStatus === 'logged_out'
  const nameId = useId()
  return (
    <li
      aria-busy={busy || undefined}
      className={cn(
        'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 border-t px-5 py-3.5 max-sm:px-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]',
        busy && 'opacity-50',
      )}
    >
      <Avatar name={name} kind={connectionStatus === 'connected' ? 'number' : 'person'} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
          <p id={nameId} title={name} className="min-w-0 font-medium wrap-anywhere sm:truncate">
            {name}
          </p>
          <div className="flex flex-wrap gap-1.5">
            {(!problem || device.connected) && <DeviceStatusBadge status={connectionStatus} />}
            {problem && <DeviceProblemBadge problem={problem} />}
          </div>
        </div>
        <p className="tnum text-caption text-muted-foreground">{phoneNumber}</p>
      </div>
      {/* Below the name, and on phones from the very left. */}
      <div className="col-span-full min-w-0 sm:col-start-2 sm:row-start-2">
        {needsScan && (
          <p className="mt-2 text-caption text-muted-foreground">
            <UnlinkedText />
          </p>
        )}
        {problem && (
          <p className="mt-2 text-caption text-muted-foreground">
            <DeviceProblemText problem={problem} /> <NextTry device={device} />
          </p>
        )}
        <HealthCells device={device} />
      </div>
      <Allowed to="numbers:write">
        <div className="col-span-full flex flex-wrap items-center gap-2 max-sm:mt-3 sm:col-start-3 sm:row-start-1 sm:self-start">
          {(canReconnect || needsScan) && (
            <Button
              size="sm"
              disabled={busy}
              aria-describedby={nameId}
              onClick={() => (needsScan ? actions.linkAgain(device) : actions.reconnect(device))}
            >
              {t(reconnectLabels[connectionStatus])}
            </Button>
          )}
          {/* 'Disconnect' if connected, 'Remove Registration' otherwise [2.scan.disconnect]. */}
          <Button
            size="sm"
            variant={device.connected ? 'outline' : 'danger-outline'}
            disabled={busy || (device.connected && props.isAsking)}
            aria-describedby={nameId}
            onClick={device.connected ? props.onDisconnect : () => props.onOpen('remove')}
          >
            {device.connected ? t('Disconnect') : t('Remove Registration')}
          </Button>
          <RowActions name={name}>
            {connectionStatus === 'connecting' && (
              <MenuItem icon={Unplug} onSelect={() => actions.disconnect(device)}>
                {t('Disconnect')}
              </MenuItem>
            )}
            <MenuItem icon={Gauge} onSelect={() => props.onOpen('pace')}>
              {t('Daily cap...')}
            </MenuItem>
            <MenuItem icon={Handshake} onSelect={() => props.onOpen('manners')}>
              {t('Read receipts, presence, calls...')}
            </MenuItem>
            <MenuItem icon={MessagesSquare} onSelect={() => props.onOpen('chats')}>
              {t('Chats of this number...')}
            </MenuItem>
            <MenuItem icon={Waypoints} onSelect={() => props.onOpen('proxy')}>
              {t('Proxy...')}
            </MenuItem>
          </RowActions>
        </div>
      </Allowed>
    </li>
  )
}

function NextTry({ device: { nextTryAt } }: { device: Device }) {
  const { t } = useTranslation()
  const { clock } = useFormat()
  return nextTryAt && t('Next attempt at {time}.', { time: clock(Date.parse(nextTryAt)) })
}
