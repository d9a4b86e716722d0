import {
  CALL_TEXT_MAX_LENGTH,
  type DeviceManners,
  deviceManners,
  setDeviceManners,
} from '@kirim/contract/device-manners'
import type { Device } from '@kirim/contract/devices'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { SettingsDialog, SwitchRow } from '../settings-dialog.tsx'

interface MannersDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

/** The behaviour of a number while its chatbot answers, and with calls. */
export function MannersDialog({ device: { id, name }, open, onClose }: MannersDialogProps) {
  const { t } = useTranslation()
  const params = { id }
  return (
    <SettingsDialog
      open={open}
      onClose={onClose}
      title={t('Read receipts, presence, calls')}
      description={t('What people see when they message or call {name}.', { name })}
      query={callQuery(deviceManners, { params })}
      save={(body: DeviceManners) => request(setDeviceManners, { params, body })}
      texts={{
        loading: t('Loading settings...'),
        loadFailed: t('Failed to load settings.'),
        saved: t('Settings of {name} saved.', { name }),
        saveFailed: t('Failed to save the settings.'),
      }}
    >
      {(form, manners, saving) => (
        <MannersFields {...form} manners={manners} onSubmit={saving.mutate} />
      )}
    </SettingsDialog>
  )
}

interface MannersFieldsProps extends FormInDialog {
  manners: DeviceManners
  onSubmit: (manners: DeviceManners) => void
}

function MannersFields({ id, onDirty, manners, onSubmit }: MannersFieldsProps) {
  const { t } = useTranslation()
  const { register, setValue, handleSubmit, formState, watch } = useForm<DeviceManners>({
    defaultValues: manners,
  })
  useReportDirty(formState.isDirty, onDirty)
  const toggle = (name: 'marksRead' | 'showsOnline' | 'rejectsCalls') => ({
    checked: watch(name),
    onChange: (checked: boolean) => setValue(name, checked, { shouldDirty: true }),
  })
  return (
    <form id={id} noValidate onSubmit={handleSubmit(onSubmit)} className="grid gap-4">
      <SwitchRow
        {...toggle('marksRead')}
        label={t('Mark as read when answering')}
        note={t('Messages the chatbot does not answer stay unread for you.')}
      />
      <SwitchRow
        {...toggle('showsOnline')}
        label={t('Show as online while answering')}
        note={t('Your phone shows no notifications during that time.')}
      />
      <SwitchRow
        {...toggle('rejectsCalls')}
        label={t('Reject calls')}
        note={t('The caller sees at once that the call was declined. Group calls still ring.')}
      />
      {watch('rejectsCalls') && (
        <Field
          label={t('Message to callers')}
          optional
          hint={t('Sent at most once an hour to the same person. Leave empty to send nothing.')}
        >
          <Textarea
            {...register('callText')}
            rows={3}
            maxLength={CALL_TEXT_MAX_LENGTH}
            placeholder={t('We do not take calls on this number. Please send us a message.')}
          />
        </Field>
      )}
    </form>
  )
}
