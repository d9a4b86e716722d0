import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { digitsOf, isPhoneNumber } from './phone-number.ts'

interface NewChatDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onStart: (contactNumber: string) => void
}

/** Opens a chat with any number; the network creates unknown contacts. */
export function NewChatDialog({ open, onOpenChange, onStart }: NewChatDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const [error, setError] = useState<string | undefined>()

  function change(next: boolean) {
    setError(undefined)
    onOpenChange(next)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const digits = digitsOf(String(new FormData(event.currentTarget).get('contactNumber')))
    if (!isPhoneNumber(digits)) {
      setError(t('Enter 6 to 15 digits, including the country code.'))
      return
    }
    change(false)
    onStart(digits)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t('New chat')}
      description={t('Numbers that are not on the network yet are created.')}
      footer={
        <>
          <Button onClick={() => change(false)}>{t('Cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {t('Start chat')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Field label={t("Contact's number")} error={error}>
          <Input
            name="contactNumber"
            inputMode="tel"
            placeholder="601xxxxxxxx"
            autoComplete="off"
          />
        </Field>
      </form>
    </Dialog>
  )
}
