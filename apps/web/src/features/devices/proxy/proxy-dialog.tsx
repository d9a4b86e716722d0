import {
  type DeviceProxy,
  deviceProxy,
  type ProxyForm,
  setDeviceProxy,
} from '@kirim/contract/device-proxy'
import type { Device } from '@kirim/contract/devices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery, keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { toast } from '#shared/toast/toast.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { useRefreshDevices } from '../use-devices.ts'
import { KeptProxy } from './kept-proxy.tsx'
import { ProxyFields } from './proxy-fields.tsx'

interface ProxyDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

/** What a number connects through. */
export function ProxyDialog({ device, open, onClose }: ProxyDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const refresh = useRefreshDevices()
  const params = { id: device.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(deviceProxy, { params }),
    enabled: open,
    staleTime: 0,
    // What is being typed stays.
    refetchOnWindowFocus: false,
  })
  const save = useSingleMutation({
    mutationFn: (body: ProxyForm) => request(setDeviceProxy, { params, body }),
    onSuccess: (saved: DeviceProxy) => {
      toast({
        title: t('{name} connects through the proxy now.', { name: device.name }),
        tone: 'success',
      })
      client.setQueryData(keyOf(deviceProxy, { params }), saved)
      close()
    },
  })
  function close() {
    refresh()
    onClose()
  }
  return (
    <FormDialog
      open={open}
      onClose={close}
      title={t('Proxy')}
      description={t('All messages and media of {name} go through it.', {
        name: device.name,
      })}
      action={data?.mayChange ? t('Save') : null}
      busy={save.isPending}
      busyText={t('Testing and saving...')}
    >
      {(inDialog) => {
        if (data)
          return (
            <>
              {data.proxy && (
                <KeptProxy
                  device={device}
                  proxy={data.proxy}
                  onRemoved={() => {
                    client.setQueryData(keyOf(deviceProxy, { params }), { ...data, proxy: null })
                    close()
                  }}
                />
              )}
              {data.mayChange ? (
                <ProxyFields
                  {...inDialog}
                  deviceId={device.id}
                  kept={data.proxy}
                  saving={save.isPending}
                  failure={save.error}
                  onSubmit={(body) => save.mutate(body)}
                />
              ) : (
                <p className="text-muted-foreground">
                  {t('Members cannot set proxies here. Ask an admin of this server.')}
                </p>
              )}
            </>
          )
        if (!error) return <Loading text={t('Loading the proxy...')} />
        return (
          <ErrorState
            className="border-0 px-0 py-2"
            message={messageOf(error, t('Failed to load the proxy.'))}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )
      }}
    </FormDialog>
  )
}
