import { type ContactField, FIELD_VALUE_MAX_LENGTH } from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useContactChange } from './contact-queries.ts'
import { Nothing, SheetSection, sectionAct } from './sheet-section.tsx'

/** The fields of a contact, which are changed together. */
export function SheetFields({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const fields = useContactFields()
  const [isEditing, setEditing] = useState(false)
  return (
    <SheetSection
      title={t('Fields')}
      aside={
        fields.length > 0 &&
        !isEditing && (
          <Allowed to="contacts:write">
            <button type="button" onClick={() => setEditing(true)} className={sectionAct}>
              {t('Edit')}
            </button>
          </Allowed>
        )
      }
    >
      {fields.length === 0 && <Nothing>{t('No fields yet.')}</Nothing>}
      {isEditing ? (
        <FieldsForm contact={contact} fields={fields} onClose={() => setEditing(false)} />
      ) : (
        <dl className="-my-1 empty:hidden">
          {fields.map(({ key, label }) => (
            <div key={key} className="flex items-baseline gap-3 py-1">
              <dt className="w-[92px] shrink-0 text-caption wrap-anywhere text-muted-foreground">
                {label}
              </dt>
              <dd className="min-w-0 flex-1 wrap-anywhere">{contact.fields?.[key] || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
    </SheetSection>
  )
}

interface FieldsFormProps {
  contact: Contact
  fields: readonly ContactField[]
  onClose: () => void
}

function FieldsForm({ contact, fields, onClose }: FieldsFormProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Readonly<Record<string, string>>>(contact.fields ?? {})
  const change = useContactChange(contact._id, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const changed = fields.filter(
      ({ key }) => (values[key] ?? '').trim() !== (contact.fields?.[key] ?? ''),
    )
    if (changed.length === 0) return onClose()
    change.mutate({
      fields: Object.fromEntries(changed.map(({ key }) => [key, (values[key] ?? '').trim()])),
    })
  }
  return (
    <form onSubmit={submit} className="grid gap-3">
      {fields.map(({ key, label }) => (
        <Field key={key} label={label}>
          <Input
            value={values[key] ?? ''}
            maxLength={FIELD_VALUE_MAX_LENGTH}
            autoComplete="off"
            onChange={(event) => setValues({ ...values, [key]: event.target.value })}
          />
        </Field>
      ))}
      <div className="flex justify-end gap-2">
        <Button size="sm" disabled={change.isPending} onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          size="sm"
          busy={change.isPending}
          busyText={t('Saving...')}
        >
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
