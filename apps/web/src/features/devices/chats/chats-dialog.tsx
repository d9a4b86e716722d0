import {
  type ChatNumberSettings,
  chatNumberSettings,
  HISTORY_DAYS,
  setChatNumberSettings,
} from '@kirim/contract/chat-numbers'
import type { Device } from '@kirim/contract/devices'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import type { FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { SettingsDialog, SwitchRow } from '../settings-dialog.tsx'

interface ChatsDialogProps {
  device: Device
  open: boolean
  onClose: () => void
}

/** What a number does with its chats: history, groups, read marks. */
export function ChatsDialog({ device: { id, name }, open, onClose }: ChatsDialogProps) {
  const { t } = useTranslation()
  const params = { id }
  return (
    <SettingsDialog
      open={open}
      onClose={onClose}
      title={t('Chats of this number')}
      description={t('What of {name} is shown under Chats.', { name })}
      query={callQuery(chatNumberSettings, { params })}
      save={(body: ChatNumberSettings) => request(setChatNumberSettings, { params, body })}
      texts={{
        loading: t('Loading settings...'),
        loadFailed: t('Failed to load settings.'),
        saved: t('Settings of {name} saved.', { name }),
        saveFailed: t('Failed to save the settings.'),
      }}
    >
      {(form, settings, saving) => (
        <ChatsFields {...form} settings={settings} onSubmit={saving.mutate} />
      )}
    </SettingsDialog>
  )
}

interface ChatsFieldsProps extends FormInDialog {
  settings: ChatNumberSettings
  onSubmit: (settings: ChatNumberSettings) => void
}

function ChatsFields({ id, onDirty, settings, onSubmit }: ChatsFieldsProps) {
  const { t } = useTranslation()
  const { setValue, handleSubmit, formState, watch } = useForm<ChatNumberSettings>({
    defaultValues: settings,
  })
  useReportDirty(formState.isDirty, onDirty)
  const toggle = (name: 'showsGroups' | 'marksRead') => ({
    checked: watch(name),
    onChange: (checked: boolean) => setValue(name, checked, { shouldDirty: true }),
  })
  const labelOf = (days: ChatNumberSettings['historyDays']) => {
    if (days === null) return t('Everything the phone shares')
    return days === 0 ? t('Nothing') : t('The last {days} days', { days })
  }
  return (
    <form id={id} noValidate onSubmit={handleSubmit(onSubmit)} className="grid gap-4">
      <Field
        label={t('Earlier messages')}
        hint={t('Kept when the phone hands them over, which it does when it is linked.')}
      >
        <Select
          value={String(watch('historyDays'))}
          onValueChange={(value) => {
            const days = HISTORY_DAYS.find((one) => String(one) === value)
            if (days !== undefined) setValue('historyDays', days, { shouldDirty: true })
          }}
          options={HISTORY_DAYS.map((days) => ({ value: String(days), label: labelOf(days) }))}
        />
      </Field>
      <SwitchRow
        {...toggle('showsGroups')}
        label={t('Show groups')}
        note={t('While this is off, chats with groups are not listed and nobody is notified.')}
      />
      <SwitchRow
        {...toggle('marksRead')}
        label={t('Mark as read on the phone when read here')}
        note={t('While this is off, only an answer marks messages as read for the person.')}
      />
    </form>
  )
}
