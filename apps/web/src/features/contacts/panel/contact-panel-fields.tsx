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
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { keyOf } from '#shared/api/query.ts'
import { request } from '#shared/api/request.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { fieldProblem } from '#shared/forms/field-issue.ts'
import { issueResolver } from '#shared/forms/issue-resolver.ts'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { useDebounced } from '#shared/list/use-debounced.ts'
import { useContactFields } from '#shared/message-editor/use-contact-fields.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { PanelSection } from './panel-section.tsx'
import { usePanelChanges } from './use-panel-changes.ts'

/** The fields of a contact, each saved as it is written. */
export function PanelFields({ contact }: { contact: Contact }) {
  const { t } = useTranslation()
  const fields = useContactFields()
  const [adding, setAdding] = useState(false)
  return (
    <PanelSection
      title={t('Fields')}
      aside={
        !adding && (
          <Button variant="ghost" size="sm" className="-mr-2.5" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            {t('Add a field')}
          </Button>
        )
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {fields.length === 0 && !adding && (
          <p className="text-caption text-muted-foreground">
            {t('No fields yet. Use a field such as City in a message as [city].')}
          </p>
        )}
        {fields.map((field) => (
          <FieldValue key={field.key} contact={contact} field={field} />
        ))}
        {adding && <NewField onDone={() => setAdding(false)} />}
      </div>
    </PanelSection>
  )
}

function FieldValue({ contact, field }: { contact: Contact; field: ContactField }) {
  const { t } = useTranslation()
  const kept = contact.fields?.[field.key] ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? kept
  const sent = useRef<string | null>(null)
  const settled = useDebounced(value)
  const { mutate, isError } = usePanelChanges(contact._id)
  const save = useEffectEvent((text = value) => {
    if (typed === null) return
    const isSent = text.trim() === (sent.current ?? kept)
    if (isSent && !isError) return
    sent.current = text.trim()
    mutate({ fields: { [field.key]: text.trim() } })
  })
  useEffect(() => save(settled), [settled])
  // The panel may close before the pause is over.
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

function NewField({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const form = useForm({ resolver: issueResolver(NewContactField), defaultValues: { label: '' } })
  const create = useSingleMutation({
    mutationFn: (body: NewContactField) => request(createContactField, { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(listContactFields) })
      onDone()
    },
    onError: (error) => {
      if (placeIssues(form, error)) return
      toast({ title: messageOf(error, t('Failed to add the field.')), tone: 'error' })
    },
  })
  return (
    <form
      onSubmit={form.handleSubmit((body) => create.mutate(body))}
      noValidate
      className="flex items-start gap-2"
    >
      <Field
        label={t('Name of the field')}
        error={fieldProblem(form.formState.errors.label)}
        className="flex-1"
      >
        <Input
          {...form.register('label')}
          autoFocus
          autoComplete="off"
          maxLength={FIELD_LABEL_MAX_LENGTH}
          placeholder={t('e.g. City')}
        />
      </Field>
      <div className="flex gap-1 pt-6">
        <Button type="submit" busy={create.isPending} busyText={t('Adding...')}>
          {t('Add')}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}
