import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedFields } from '#shared/forms/use-refused-fields.ts'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { digitsOf, isPhoneNumber } from './phone-number.ts'
import { usePhoneActions } from './use-sandbox.ts'

interface AddPhoneDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function AddPhoneDialog({ open, onOpenChange }: AddPhoneDialogProps) {
  const { t } = useTranslation()
  const form = useId()
  const { create } = usePhoneActions()
  const { problems } = useRefusedFields(create.error, ['name', 'phoneNumber'])
  const [error, setError] = useState<string | undefined>()

  function change(next: boolean) {
    setError(undefined)
    create.reset()
    onOpenChange(next)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const name = String(fields.get('name')).trim()
    const phoneNumber = digitsOf(String(fields.get('phoneNumber')))
    const wrong = phoneNumber !== '' && !isPhoneNumber(phoneNumber)
    setError(wrong ? t('Enter 6 to 15 digits, including the country code.') : undefined)
    create.reset()
    if (wrong) return
    const wanted = { ...(name && { name }), ...(phoneNumber && { phoneNumber }) }
    create.mutate(wanted, { onSuccess: () => onOpenChange(false) })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={t('Add phone')}
      description={t('A virtual phone that can scan a code and be linked.')}
      footer={
        <>
          <Button onClick={() => change(false)}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            busy={create.isPending}
            busyText={t('Adding...')}
          >
            {t('Add phone')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label={t('Name')} optional error={problems.name}>
          <Input name="name" placeholder="Kaunter 2" maxLength={NAME_MAX_LENGTH} />
        </Field>
        <Field
          label={t('Phone Number')}
          optional
          error={error ?? problems.phoneNumber}
          hint={t('Leave empty to get a free number.')}
        >
          <Input name="phoneNumber" inputMode="tel" placeholder="601xxxxxxxx" autoComplete="off" />
        </Field>
      </form>
    </Dialog>
  )
}
