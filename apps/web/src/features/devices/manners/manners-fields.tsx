import { CALL_TEXT_MAX_LENGTH, type DeviceManners } from '@kirim/contract/device-manners'
import { useId } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Switch } from '#shared/ui/switch.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'

interface MannersFieldsProps extends FormInDialog {
  manners: DeviceManners
  onSubmit: (manners: DeviceManners) => void
}

export function MannersFields({ id, onDirty, manners, onSubmit }: MannersFieldsProps) {
  const { t } = useTranslation()
  const { register, control, handleSubmit, formState, watch } = useForm<DeviceManners>({
    defaultValues: manners,
  })
  useReportDirty(formState.isDirty, onDirty)
  return (
    <form id={id} noValidate onSubmit={handleSubmit(onSubmit)} className="grid gap-4">
      <SwitchRow
        control={control}
        name="marksRead"
        label={t('Mark as read when answering')}
        note={t('Messages the chatbot does not answer stay unread for you.')}
      />
      <SwitchRow
        control={control}
        name="showsOnline"
        label={t('Show as online while answering')}
        note={t('Your phone shows no notifications for these seconds.')}
      />
      <SwitchRow
        control={control}
        name="rejectsCalls"
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

interface SwitchRowProps {
  control: Control<DeviceManners>
  name: 'marksRead' | 'showsOnline' | 'rejectsCalls'
  label: string
  note: string
}

function SwitchRow({ control, name, label, note }: SwitchRowProps) {
  const id = useId()
  const { field } = useController({ control, name })
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-caption font-medium">
          {label}
        </label>
        <p id={`${id}-note`} className="text-xs text-muted-foreground">
          {note}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-note`}
        checked={field.value}
        onCheckedChange={field.onChange}
        onBlur={field.onBlur}
      />
    </div>
  )
}
