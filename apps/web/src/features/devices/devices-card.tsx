import { type Device, deviceUse } from '@kirim/contract/devices'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useCampaignCounts } from '#shared/deletion/campaign-counts.ts'
import { useConsequences } from '#shared/deletion/use-consequences.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { EmptyState } from '#shared/ui/empty-state.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { DeviceRow } from './device-row.tsx'
import { useDeviceActions } from './use-device-actions.ts'
import { useDevices, usePlanRoom } from './use-devices.ts'
import type { Link } from './use-link.ts'

/** 'Your Connected Devices' (SPEC §2 Scan Device). */
export function DevicesCard({ link }: { link: Link }) {
  const { t } = useTranslation()
  const { connected, limit, known } = usePlanRoom()
  return (
    <Card aria-labelledby="devices" className="min-w-0">
      <CardHeader
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
  const [doomed, setDoomed] = useState<Device | null>(null)
  const [asking, setAsking] = useState(false)
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
            onRemove={() => {
              setDoomed(device)
              setAsking(true)
            }}
          />
        ))}
      </ul>
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

interface RemoveDialogProps {
  device: Device
  open: boolean
  onOpenChange: (open: boolean) => void
  onConfirm: () => void
}

function RemoveDialog({ device, ...dialog }: RemoveDialogProps) {
  const { t } = useTranslation()
  const countsOf = useCampaignCounts()
  const consequences = useConsequences({
    query: callQuery(deviceUse, { params: { id: device.id } }),
    open: dialog.open,
    say: ({ campaigns, chatbotEnabled }) => {
      const counts = countsOf(campaigns, ['running', 'waiting'])
      return [
        counts &&
          t(
            'Campaigns of this number that stop: {counts}. After a new scan, switch them on again.',
            {
              counts,
            },
          ),
        chatbotEnabled ? t('Its chatbot is switched off.') : null,
      ]
    },
    otherwise: t('Its campaigns stop, and its chatbot is switched off.'),
  })
  return (
    <ConfirmDialog
      {...dialog}
      title={t('Remove Registration')}
      description={t(
        '{name} ({number}) is logged out and everything of its link is erased. To send from it again, scan a new code.',
        { name: device.name, number: device.phoneNumber },
      )}
      consequences={consequences}
      action={t('Remove Registration')}
    />
  )
}
