import { type DeviceProxy, removeDeviceProxy } from '@kirim/contract/device-proxy'
import type { Device } from '@kirim/contract/devices'
import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

interface KeptProxyProps {
  device: Device
  proxy: NonNullable<DeviceProxy['proxy']>
  onRemoved: () => void
}

/** The proxy that a number connects through, which may always be removed. */
export function KeptProxy({ device, proxy, onRemoved }: KeptProxyProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const [asking, setAsking] = useState(false)
  const remove = useSingleMutation({
    mutationFn: (_: undefined) => request(removeDeviceProxy, { params: { id: device.id } }),
    onSuccess: () => {
      toast({ title: t('{name} connects directly now.', { name: device.name }), tone: 'success' })
      onRemoved()
    },
    onError: (error) =>
      toast({ title: messageOf(error, t('The proxy could not be removed.')), tone: 'error' }),
    onSettled: () => setAsking(false),
  })
  return (
    <div className="mb-4 flex items-center justify-between gap-3 rounded-md border bg-neutral-soft/40 px-3 py-2.5">
      <div className="flex min-w-0 items-start gap-2.5">
        <Waypoints className="mt-0.5 size-4 shrink-0 text-muted-foreground" aria-hidden="true" />
        <div className="min-w-0 text-caption">
          <p className="font-medium wrap-anywhere">{`${proxy.host}:${proxy.port}`}</p>
          <p className="tnum text-muted-foreground">
            {t('Answered in {n} ms when it was tested.', { n: number(proxy.latencyMs) })}
          </p>
        </div>
      </div>
      <Button size="sm" variant="danger-outline" onClick={() => setAsking(true)}>
        {t('Remove')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Remove the proxy?')}
        description={t(
          '{name} reconnects directly, so WhatsApp sees the address of this server. No messages are lost.',
          { name: device.name },
        )}
        action={t('Remove')}
        busy={remove.isPending}
        busyText={t('Removing...')}
        onConfirm={() => remove.mutate(undefined)}
      />
    </div>
  )
}
