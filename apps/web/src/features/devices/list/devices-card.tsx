import type { Device } from '@kirim/contract/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import type { Link } from '../link/use-link.ts'
import { MannersDialog } from '../manners/manners-dialog.tsx'
import { PaceDialog } from '../pace/pace-dialog.tsx'
import { ProxyDialog } from '../proxy/proxy-dialog.tsx'
import { useDevices, usePlanRoom } from '../use-devices.ts'
import { DeviceRow } from './device-row.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { useDeviceActions } from './use-device-actions.ts'
import { useDisconnectQuestion } from './use-disconnect-question.tsx'

/** 'Your Connected Devices' [2.scan.devices]. */
export function DevicesCard({ link }: { link: Link }) {
  const { t } = useTranslation()
  const { connected, limit, known } = usePlanRoom()
  return (
    <Card aria-labelledby="devices" className="min-w-0">
      <CardHeader
        className="max-sm:px-4"
        id="devices"
        title={t('Your Connected Devices')}
        action={
          known && (
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
  const disconnecting = useDisconnectQuestion(link, actions.disconnect)
  const [doomed, setDoomed] = useState<Device | null>(null)
  const [asking, setAsking] = useState(false)
  const [mannered, setMannered] = useState<Device | null>(null)
  const [isMannersOpen, setMannersOpen] = useState(false)
  const [paced, setPaced] = useState<Device | null>(null)
  const [pacing, setPacing] = useState(false)
  const [proxied, setProxied] = useState<{ device: Device; times: number } | null>(null)
  const [proxying, setProxying] = useState(false)
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
        description={t('Scan a code with the phone whose number you want to send from.')}
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
            onPace={() => {
              setPaced(device)
              setPacing(true)
            }}
            onManners={() => {
              setMannered(device)
              setMannersOpen(true)
            }}
            onProxy={() => {
              setProxied({ device, times: (proxied?.times ?? 0) + 1 })
              setProxying(true)
            }}
            isAsking={disconnecting.isAsking(device)}
            onRemove={() => {
              setDoomed(device)
              setAsking(true)
            }}
          />
        ))}
      </ul>
      {disconnecting.question}
      {paced && <PaceDialog device={paced} open={pacing} onClose={() => setPacing(false)} />}
      {mannered && (
        <MannersDialog
          device={mannered}
          open={isMannersOpen}
          onClose={() => setMannersOpen(false)}
        />
      )}
      {proxied && (
        <ProxyDialog
          key={proxied.times}
          device={proxied.device}
          open={proxying}
          onClose={() => setProxying(false)}
        />
      )}
      {doomed && (
        <RemoveDialog
          device={doomed}
          open={asking}
          onOpenChange={setAsking}
          onConfirm={() => {
            setAsking(false)
            void actions.remove(doomed)
          }}
        />
      )}
    </>
  )
}
