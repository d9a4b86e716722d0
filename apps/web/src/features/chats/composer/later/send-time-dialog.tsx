import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { usePersonTime } from './person-time.tsx'
import { fieldTime } from './send-times.ts'

const HOUR_MS = 3_600_000
/** The server takes nothing beyond. */
const FURTHEST_MS = 365 * 24 * HOUR_MS

interface SendTimeDialogProps {
  open: boolean
  /** The time until now; null for a new message. */
  start: Date | null
  phoneNumber: string
  onClose: () => void
  onChoose: (at: Date) => void
}

/** Asks when a message is to leave. */
export function SendTimeDialog({ open, ...props }: SendTimeDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && props.onClose()}
      title={t('Send later')}
      footer={
        <>
          <Button onClick={props.onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={form} variant="primary">
            {t('Choose')}
          </Button>
        </>
      }
    >
      {open && <TimeForm {...props} id={form} />}
    </Dialog>
  )
}

function TimeForm({
  id,
  start,
  phoneNumber,
  onChoose,
}: Omit<SendTimeDialogProps, 'open' | 'onClose'> & { id: string }) {
  const { t } = useTranslation()
  const personTime = usePersonTime(phoneNumber)
  const [written, setWritten] = useState(() =>
    fieldTime(start ?? new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS)),
  )
  const [isTried, setTried] = useState(false)
  const at = new Date(written)
  const left = at.getTime() - Date.now()
  const isFit = left > 0 && left <= FURTHEST_MS
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (isFit) onChoose(at)
  }
  return (
    <form id={id} onSubmit={submit} noValidate>
      <Field
        label={t('Date and time')}
        error={isTried && !isFit ? t('Choose a time within the next year.') : undefined}
        hint={personTime(at)}
      >
        <Input
          type="datetime-local"
          value={written}
          onChange={(event) => setWritten(event.target.value)}
          required
        />
      </Field>
    </form>
  )
}
