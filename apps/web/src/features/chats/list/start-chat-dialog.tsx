import { startChat } from '@kirim/contract/chat-messages'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { request } from '#shared/api/request.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { TextField } from '#shared/forms/text-field.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useOurNumbers } from '../use-our-numbers.ts'
import { FoundContacts } from './found-contacts.tsx'

interface StartChatDialogProps {
  open: boolean
  onClose: () => void
  onStarted: (chatId: string) => void
}

/** Asks whom to write to, and from which number of ours. */
export function StartChatDialog({ open, onClose, onStarted }: StartChatDialogProps) {
  const { t } = useTranslation()
  const { numbers } = useOurNumbers()
  const ours = [...numbers.values()]
  const first = ours.find(({ connected }) => connected) ?? ours[0]
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      title={t('New chat')}
      description={t('The number is looked up on WhatsApp first. Nothing is sent yet.')}
      action={t('Start chat')}
      busyText={t('Looking it up...')}
      schema={startChat.body}
      defaultValues={{ deviceId: first?.id ?? '', phoneNumber: '' }}
      send={(body) => request(startChat, { body })}
      onSent={({ id }) => onStarted(id)}
      failure={t('The chat could not be started.')}
    >
      <OurNumberField />
      <TextField
        name="phoneNumber"
        label={t('Phone number')}
        hint={t('Type a number, or a name of your contacts.')}
        maxLength={40}
      />
      <FoundContacts />
    </EntryDialog>
  )
}

function OurNumberField() {
  const { t } = useTranslation()
  const { numbers } = useOurNumbers()
  const { field } = useController({ name: 'deviceId' })
  return (
    <Field label={t('From')}>
      <Select
        value={field.value}
        onValueChange={field.onChange}
        options={[...numbers.values()].map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}
