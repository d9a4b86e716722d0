import { type DeviceManners, deviceManners, setDeviceManners } from '@kirim/contract/device-manners'
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
import { MannersFields } from './manners-fields.tsx'

interface MannersDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

/** What a number does while its chatbot answers, and with calls. */
export function MannersDialog({ device, open, onClose }: MannersDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const params = { id: device.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(deviceManners, { params }),
    enabled: open,
    staleTime: 0,
  })
  const save = useSingleMutation({
    mutationFn: (body: DeviceManners) => request(setDeviceManners, { params, body }),
    onSuccess: async (manners: DeviceManners) => {
      toast({
        title: t('Settings of {name} saved.', { name: device.name }),
        tone: 'success',
      })
      client.setQueryData(keyOf(deviceManners, { params }), manners)
      onClose()
    },
    onError: (failure) =>
      toast({ title: messageOf(failure, t('Failed to save the settings.')), tone: 'error' }),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('Read receipts, presence, calls')}
      description={t('What people see when they message or call {name}.', {
        name: device.name,
      })}
      action={t('Save')}
      busy={save.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) => {
        if (data)
          return (
            <MannersFields {...inDialog} manners={data} onSubmit={(body) => save.mutate(body)} />
          )
        if (!error) return <Loading text={t('Loading settings...')} />
        return (
          <ErrorState
            className="border-0 px-0 py-2"
            message={messageOf(error, t('Failed to load settings.'))}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )
      }}
    </FormDialog>
  )
}
