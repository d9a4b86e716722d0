import type { Device } from '@kirim/contract/devices'
import { Gauge } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#shared/ui/avatar.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { MenuItem, RowActions } from '#shared/ui/menu.tsx'
import { DeviceStatusBadge } from '#shared/ui/status-badge.tsx'
import { DeviceProblemBadge, DeviceProblemText } from './device-problem.tsx'
import { HealthCells } from './health/health-cells.tsx'
import { NewChatsLine } from './new-chats-line.tsx'
import type { DeviceActions } from './use-device-actions.ts'

interface DeviceRowProps {
  device: Device
  actions: DeviceActions
  onDisconnect: () => void
  /** The campaigns that use it are being looked up. */
  isAsking: boolean
  onRemove: () => void
  onPace: () => void
}

export function DeviceRow(props: DeviceRowProps) {
  const { t } = useTranslation()
  const { device, actions } = props
  const { name, phoneNumber, connectionStatus, problem } = device
  const busy = actions.isBusy(device)
  // Reconnecting by itself may take long after a problem, so it is also offered then.
  const canReconnect =
    connectionStatus === 'disconnected' || (problem !== null && !device.connected)
  const nameId = useId()
  return (
    <li aria-busy={busy || undefined} className={cn('border-t px-5 py-3.5', busy && 'opacity-50')}>
      <div className="flex items-center gap-3">
        <Avatar name={name} kind={connectionStatus === 'connected' ? 'number' : 'person'} />
        <div className="min-w-0 flex-1">
          <p id={nameId} title={name} className="truncate font-medium">
            {name}
          </p>
          <p className="tnum text-caption text-muted-foreground">{phoneNumber}</p>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            {(!problem || device.connected) && <DeviceStatusBadge status={connectionStatus} />}
            {problem && <DeviceProblemBadge problem={problem} />}
          </div>
        </div>
        {!canReconnect && <MainButton {...props} nameId={nameId} />}
        <RowActions name={name}>
          <MenuItem icon={Gauge} onSelect={props.onPace}>
            {t('Daily cap...')}
          </MenuItem>
        </RowActions>
      </div>
      {connectionStatus === 'logged_out' && (
        <p className="mt-2 pl-12 text-caption text-muted-foreground">
          {t('Unlinked on its phone. Scan a new code to use it again.')}
        </p>
      )}
      {problem && (
        <p className="mt-2 pl-12 text-caption text-muted-foreground">
          <DeviceProblemText problem={problem} />
        </p>
      )}
      {device.newChats && <NewChatsLine newChats={device.newChats} />}
      <HealthCells device={device} />
      {canReconnect && (
        <div className="mt-2.5 flex flex-wrap gap-2 pl-12">
          <Button
            size="sm"
            disabled={busy}
            aria-describedby={nameId}
            onClick={() => actions.reconnect(device)}
          >
            {t('Reconnect')}
          </Button>
          <MainButton {...props} nameId={nameId} />
        </div>
      )}
    </li>
  )
}

/**
 * 'Disconnect' if connected, 'Remove Registration' otherwise [2.scan.disconnect] [2.scan.remove].
 */
function MainButton({
  device,
  actions,
  onDisconnect,
  isAsking,
  onRemove,
  nameId,
}: DeviceRowProps & { nameId: string }) {
  const { t } = useTranslation()
  const busy = actions.isBusy(device)
  if (device.connected) {
    return (
      <Button
        size="sm"
        disabled={busy || isAsking}
        aria-describedby={nameId}
        onClick={onDisconnect}
      >
        {t('Disconnect')}
      </Button>
    )
  }
  return (
    <Button
      size="sm"
      variant="danger-outline"
      disabled={busy}
      aria-describedby={nameId}
      onClick={onRemove}
    >
      {t('Remove Registration')}
    </Button>
  )
}
