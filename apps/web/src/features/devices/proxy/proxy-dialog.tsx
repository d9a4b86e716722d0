import {
  type DeviceProxy,
  deviceProxy,
  type ProxyForm,
  removeDeviceProxy,
  setDeviceProxy,
} from '@kirim/contract/device-proxy'
import type { Device } from '@kirim/contract/devices'
import { useQueryClient } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'
import { SettingsDialog } from '../settings-dialog.tsx'
import { useRefreshDevices } from '../use-devices.ts'
import { ProxyFields } from './proxy-fields.tsx'

interface ProxyDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

/** The proxy of a number: shows, tests, sets and removes it. */
export function ProxyDialog({ device, open, onClose }: ProxyDialogProps) {
  const { t } = useTranslation()
  const refresh = useRefreshDevices()
  const { id, name } = device
  const params = { id }
  const query = callQuery(deviceProxy, { params })
  function close() {
    refresh()
    onClose()
  }
  return (
    <SettingsDialog
      open={open}
      onClose={close}
      title={t('Proxy')}
      description={t('All messages and media of {name} go through it.', { name })}
      query={query}
      save={(body: ProxyForm) => request(setDeviceProxy, { params, body })}
      canSave={({ mayChange }) => mayChange}
      texts={{
        loading: t('Loading the proxy...'),
        loadFailed: t('Failed to load the proxy.'),
        saving: t('Testing and saving...'),
        saved: t('{name} now connects through the proxy.', { name }),
      }}
    >
      {(form, { proxy, mayChange }, saving) => (
        <>
          {proxy && <StoredProxy device={device} proxy={proxy} onRemoved={close} />}
          {mayChange ? (
            <ProxyFields {...form} stored={proxy} saving={saving} />
          ) : (
            <p className="text-muted-foreground">
              {t('Members cannot set proxies here. Ask an admin of this server.')}
            </p>
          )}
        </>
      )}
    </SettingsDialog>
  )
}

interface StoredProxyProps {
  device: Device
  proxy: NonNullable<DeviceProxy['proxy']>
  onRemoved: () => void
}

/** Its owner can always remove it. */
function StoredProxy({ device: { id, name }, proxy, onRemoved }: StoredProxyProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { number } = useFormat()
  const [asking, setAsking] = useState(false)
  const params = { id }
  const remove = useSingleMutation({
    mutationFn: (_: undefined) => request(removeDeviceProxy, { params }),
    onSuccess: () => {
      toast({ title: t('{name} now connects directly.', { name }), tone: 'success' })
      const { queryKey } = callQuery(deviceProxy, { params })
      client.setQueryData(queryKey, (before) => before && { ...before, proxy: null })
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
          { name },
        )}
        action={t('Remove')}
        busy={remove.isPending}
        busyText={t('Removing...')}
        onConfirm={() => remove.mutate(undefined)}
      />
    </div>
  )
}
