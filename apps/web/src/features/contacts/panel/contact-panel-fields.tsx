import {
  type ContactField,
  createContactField,
  FIELD_LABEL_MAX_LENGTH,
  FIELD_VALUE_MAX_LENGTH,
  listContactFields,
  NewContactField,
} from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { EntryDialog } from '#shared/forms/entry-dialog.tsx'
import { TextField } from '#shared/forms/text-field.tsx'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { PanelSection, usePanelChanges } from './panel-section.tsx'

/** The fields of a contact, each saved while it is typed. */
export function PanelFields({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const fields = useContactFields()
  const [adding, setAdding] = useState(false)
  const mayWrite = useMay('contacts:write')
  return (
    <PanelSection
      title={t('Fields')}
      aside={
        <Allowed to="contacts:write">
          <Button variant="ghost" size="sm" className="-mr-2.5" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {t('Add a field')}
          </Button>
        </Allowed>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {fields.length === 0 && (
          <p className="text-caption text-muted-foreground">
            {mayWrite
              ? t('No fields yet. Use a field such as City in a message as [city].')
              : t('No fields yet.')}
          </p>
        )}
        <Allowed
          to="contacts:write"
          otherwise={<ReadOnlyValues contact={contact} fields={fields} />}
        >
          {fields.map((field) => (
            <FieldValue key={field.key} contact={contact} field={field} />
          ))}
        </Allowed>
        <NewFieldDialog open={adding} onClose={() => setAdding(false)} />
      </div>
    </PanelSection>
  )
}

interface ReadOnlyValuesProps {
  contact: Contact
  fields: readonly ContactField[]
}

function ReadOnlyValues({ contact, fields }: ReadOnlyValuesProps) {
  if (fields.length === 0) return null
  return (
    <dl className="grid gap-3">
      {fields.map(({ key, label }) => (
        <div key={key}>
          <dt className="text-caption text-muted-foreground">{label}</dt>
          <dd className="wrap-anywhere">{contact.fields?.[key] || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

function FieldValue({ contact, field }: { contact: Contact; field: ContactField }) {
  const { t } = useTranslation()
  const storedValue = contact.fields?.[field.key] ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? storedValue
  const lastSent = useRef<string | null>(null)
  const settled = useDebounced(value)
  const { mutate, isError } = usePanelChanges(contact._id)
  const save = useEffectEvent((text = value) => {
    if (typed === null) return
    const isSent = text.trim() === (lastSent.current ?? storedValue)
    if (isSent && !isError) return
    lastSent.current = text.trim()
    mutate({ fields: { [field.key]: text.trim() } })
  })
  useEffect(() => save(settled), [settled])
  // The panel may close before the debounce time is over.
  useEffect(() => () => save(), [])
  return (
    <Field
      label={field.label}
      error={
        isError ? t('Not saved. Kirim retries when you leave the field or keep typing.') : undefined
      }
      hint={
        <>
          {t('Placeholder:')} <span className="font-mono">{`[${field.key}]`}</span>
        </>
      }
    >
      <Input
        value={value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => save()}
        maxLength={FIELD_VALUE_MAX_LENGTH}
        autoComplete="off"
      />
    </Field>
  )
}

function NewFieldDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return (
    <EntryDialog
      open={open}
      onClose={onClose}
      title={t('Add a field')}
      description={t('Extra information about contacts.')}
      action={t('Add')}
      busyText={t('Adding...')}
      schema={NewContactField}
      defaultValues={{ label: '' }}
      send={(body) => request(createContactField, { body })}
      onSent={() => queryClient.invalidateQueries({ queryKey: keyOf(listContactFields) })}
      failure={t('Failed to add the field.')}
    >
      <TextField
        name="label"
        label={t('Name of the field')}
        maxLength={FIELD_LABEL_MAX_LENGTH}
        placeholder={t('e.g. City')}
      />
    </EntryDialog>
  )
}
