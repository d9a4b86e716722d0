import type { Device } from '@kirim/contract/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { ChatsDialog } from '../chats/chats-dialog.tsx'
import type { Link } from '../link/use-link.ts'
import { MannersDialog } from '../manners/manners-dialog.tsx'
import { PaceDialog } from '../pace/pace-dialog.tsx'
import { ProxyDialog } from '../proxy/proxy-dialog.tsx'
import { useDevices, usePlanRoom } from '../use-devices.ts'
import { DeviceRow, type RowDialogKind } from './device-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useDeviceActions } from './use-device-actions.ts'
import { useDisconnectQuestion } from './use-disconnect-question.tsx'

/** 'Your Connected Devices' [2.scan.devices]. */
export function DevicesCard({ link }: { link: Link }) {
  const { t } = useTranslation()
  const { connected, limit, known } = usePlanRoom()
  const mayLink = useMay('numbers:write')
  return (
    <Card aria-labelledby="devices" className="min-w-0">
      <CardHeader
        className="max-sm:px-4"
        id="devices"
        title={t('Your Connected Devices')}
        action={
          known &&
          mayLink && (
            <span className="tnum pt-0.5 text-caption whitespace-nowrap text-muted-foreground">
              {t('{n} of {limit}', { n: connected, limit })}
            </span>
          )
        }
      />
      <DeviceList link={link} />
    </Card>
  )
}

function DeviceList({ link }: { link: Link }): ReactNode {
  const { t } = useTranslation()
  const { devices, failed, busy, retry } = useDevices()
  const actions = useDeviceActions(link)
  const mayLink = useMay('numbers:write')
  const disconnecting = useDisconnectQuestion(link, actions.disconnect)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog((opened) => opened && { ...opened, open: false })
  if (failed) {
    return (
      <ErrorState
        message={t('Could not load connected device list.')}
        onRetry={retry}
        busy={busy}
      />
    )
  }
  if (!devices) return <Loading text={t('Loading device list...')} />
  if (devices.length === 0) {
    return (
      <EmptyState
        title={t('No devices are currently linked to your account.')}
        description={mayLink && t('Scan a code with the phone whose number you want to send from.')}
      />
    )
  }
  return (
    <>
      <ul>
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            actions={actions}
            onDisconnect={() => disconnecting.ask(device)}
            isAsking={disconnecting.isAsking(device)}
            onOpen={(kind) =>
              setDialog((before) => ({ kind, device, open: true, times: (before?.times ?? 0) + 1 }))
            }
          />
        ))}
      </ul>
      {disconnecting.question}
      {dialog && (
        <RowDialog key={dialog.times} {...dialog} onClose={close} onRemove={actions.remove} />
      )}
    </>
  )
}

interface OpenDialog {
  kind: RowDialogKind
  device: Device
  /** False while it closes. */
  open: boolean
  /** Counts openings, so that each has fresh state. */
  times: number
}

interface RowDialogProps extends Omit<OpenDialog, 'times'> {
  onClose: () => void
  onRemove: (device: Device) => Promise<void>
}

function RowDialog({ kind, onRemove, ...dialog }: RowDialogProps) {
  if (kind === 'pace') return <PaceDialog {...dialog} />
  if (kind === 'manners') return <MannersDialog {...dialog} />
  if (kind === 'chats') return <ChatsDialog {...dialog} />
  if (kind === 'proxy') return <ProxyDialog {...dialog} />
  return (
    <RemoveDialog
      {...dialog}
      onConfirm={() => {
        dialog.onClose()
        void onRemove(dialog.device)
      }}
    />
  )
}
