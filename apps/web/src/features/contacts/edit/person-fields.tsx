import type { ContactDetails } from '@kirim/contract/contacts'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'

/** Name and number of a contact, in the surrounding form. */
export function PersonFields() {
  const { t } = useTranslation()
  const { register } = useFormContext<ContactDetails>()
  return (
    <>
      <Field label={t('Name')} error={useFieldProblem<ContactDetails>('name')}>
        <Input {...register('name')} autoComplete="off" maxLength={200} />
      </Field>
      <Field
        label={t('Phone Number')}
        error={useFieldProblem<ContactDetails>('phoneNumber')}
        hint={t('With the country code, or as dialled in your country.')}
      >
        <Input
          {...register('phoneNumber')}
          type="tel"
          autoComplete="off"
          placeholder="601xxxxxxxx"
          maxLength={100}
        />
      </Field>
    </>
  )
}
