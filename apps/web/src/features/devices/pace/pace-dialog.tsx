import {
  type DevicePace,
  devicePace,
  type PaceForm,
  setDevicePace,
} from '@kirim/contract/device-pace'
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
import { PaceFields } from './pace-fields.tsx'

interface PaceDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

/** How many people a day the campaigns of a number may write to. */
export function PaceDialog({ device, open, onClose }: PaceDialogProps) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const params = { id: device.id }
  const { data, error, isFetching, refetch } = useQuery({
    ...callQuery(devicePace, { params }),
    enabled: open,
    staleTime: 0,
  })
  const save = useSingleMutation({
    mutationFn: (body: PaceForm) => request(setDevicePace, { params, body }),
    onSuccess: async (pace: DevicePace) => {
      toast({
        title: t('The daily cap of {name} is saved.', { name: device.name }),
        tone: 'success',
      })
      client.setQueryData(keyOf(devicePace, { params }), pace)
      onClose()
    },
    onError: (failure) =>
      toast({ title: messageOf(failure, t('Failed to save the daily cap.')), tone: 'error' }),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('Daily cap')}
      description={t(
        'How many people the campaigns of {name} can message a day. Replies are not limited.',
        { name: device.name },
      )}
      action={t('Save')}
      busy={save.isPending}
      busyText={t('Saving...')}
    >
      {(inDialog) => {
        if (data)
          return <PaceFields {...inDialog} pace={data} onSubmit={(body) => save.mutate(body)} />
        if (!error) return <Loading text={t('Loading the daily cap...')} />
        return (
          <ErrorState
            className="border-0 px-0 py-2"
            message={messageOf(error, t('Failed to load the daily cap.'))}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )
      }}
    </FormDialog>
  )
}
