import type { ChatEntry } from '@kirim/contract/chat-entries'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { usePersonTime } from './person-time.tsx'
import { fieldTime } from './send-times.ts'

export interface ScheduledChange {
  text?: string
  /** Null sends it now. */
  sendAt?: string | null
}

interface ScheduledDialogProps {
  /** Null closes the dialog. */
  entry: ChatEntry | null
  phoneNumber: string
  busy: boolean
  onClose: () => void
  onChange: (change: ScheduledChange) => void
}

/** Changes the text and the time of a message that leaves later. */
export function ScheduledDialog({
  entry,
  phoneNumber,
  busy,
  onClose,
  onChange,
}: ScheduledDialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog
      open={entry !== null}
      onClose={onClose}
      title={t('Send later')}
      action={t('Save')}
      busy={busy}
      busyText={t('Saving...')}
    >
      {({ id }) =>
        entry && (
          <ScheduledForm id={id} entry={entry} phoneNumber={phoneNumber} onChange={onChange} />
        )
      }
    </FormDialog>
  )
}

interface ScheduledFormProps extends Pick<ScheduledDialogProps, 'phoneNumber' | 'onChange'> {
  id: string
  entry: ChatEntry
}

function ScheduledForm({ id, entry, phoneNumber, onChange }: ScheduledFormProps) {
  const { t } = useTranslation()
  const personTime = usePersonTime(phoneNumber)
  const [text, setText] = useState(entry.text)
  const [written, setWritten] = useState(() => fieldTime(new Date(entry.sendAt ?? Date.now())))
  const [isTried, setTried] = useState(false)
  const at = new Date(written)
  const isFit = at.getTime() > Date.now()
  const isEmpty = text.trim() === '' && entry.kind === 'text'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (isFit && !isEmpty) onChange({ text, sendAt: at.toISOString() })
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="grid gap-4">
      <Field
        label={t('Text')}
        error={isTried && isEmpty ? t('Write the message first.') : undefined}
      >
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={MESSAGE_MAX_LENGTH}
          rows={5}
        />
      </Field>
      <Field
        label={t('Date and time')}
        hint={personTime(at)}
        error={isTried && !isFit ? t('Choose a time that is to come.') : undefined}
      >
        <Input
          type="datetime-local"
          value={written}
          onChange={(event) => setWritten(event.target.value)}
        />
      </Field>
    </form>
  )
}
