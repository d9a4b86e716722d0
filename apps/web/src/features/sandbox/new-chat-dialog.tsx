import { changeContact } from '@kirim/contract/sandbox'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { request } from '#shared/api/request.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { digitsOf, isPhoneNumber } from './phone-number.ts'

interface NewChatDialogProps {
  phoneNumber: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onStarted: (contactNumber: string) => void
}

/** Starts a chat with any number. */
export function NewChatDialog({ phoneNumber, open, onOpenChange, onStarted }: NewChatDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const [error, setError] = useState<string | undefined>()
  const start = useMutation({
    mutationFn: (contactNumber: string) =>
      request(changeContact, { params: { phoneNumber, contactNumber }, body: {} }),
    onSuccess: (_done, contactNumber) => {
      onOpenChange(false)
      onStarted(contactNumber)
    },
    onError: (cause) => setError(messageOf(cause, t('The chat could not be started.'))),
  })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const digits = digitsOf(String(new FormData(event.currentTarget).get('contactNumber')))
    const valid = isPhoneNumber(digits)
    setError(valid ? undefined : t('A number has 6 to 15 digits, with the country code.'))
    if (valid) start.mutate(digits)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setError(undefined)
        onOpenChange(next)
      }}
      title={t('New chat')}
      description={t('Anybody who is not on the network yet is made up.')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={start.isPending}
            busyText={t('Starting...')}
          >
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
