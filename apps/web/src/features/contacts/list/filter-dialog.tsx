import {
  type ContactField,
  type ContactTag,
  FIELD_VALUE_MAX_LENGTH,
} from '@kirim/contract/contact-details'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { Narrowing } from './use-contact-view.ts'

interface FilterDialogProps {
  open: boolean
  narrowing: Narrowing
  tags: readonly ContactTag[]
  fields: readonly ContactField[]
  onNarrow: (narrowing: Narrowing) => void
  onClose: () => void
}

/** Asks for a tag and a field value. */
export function FilterDialog({ open, ...props }: FilterDialogProps) {
  // Each opening starts with the current filter.
  return open ? <OpenFilterDialog {...props} /> : null
}

/** No key of a field has brackets. */
const ANY = '[any]'
const NONE: Narrowing = { tag: '', field: '', value: '' }

function OpenFilterDialog({
  narrowing,
  tags,
  fields,
  onNarrow,
  onClose,
}: Omit<FilterDialogProps, 'open'>) {
  const { t } = useTranslation()
  const id = useId()
  const [chosen, setChosen] = useState(narrowing)
  const finish = (next: Narrowing) => {
    onNarrow(next)
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    finish({ ...chosen, value: chosen.field && chosen.value.trim() })
  }
  const orAny = (value: string) => (value === ANY ? '' : value)
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t('Filter contacts')}
      description={t('To save a filter or use more conditions, create a segment.')}
      footer={
        <>
          <Button variant="ghost" className="mr-auto" onClick={() => finish(NONE)}>
            {t('Clear')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" form={id} variant="primary">
            {t('Apply')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
        {tags.length > 0 && (
          <Field label={t('Tag')}>
            <Select
              value={tags.some((tag) => tag.id === chosen.tag) ? chosen.tag : ANY}
              options={[
                { value: ANY, label: t('Any tag') },
                ...tags.map((tag) => ({ value: tag.id, label: tag.name })),
              ]}
              onValueChange={(tag) => setChosen({ ...chosen, tag: orAny(tag) })}
            />
          </Field>
        )}
        {fields.length > 0 && (
          <Field label={t('Field')}>
            <Select
              value={fields.some(({ key }) => key === chosen.field) ? chosen.field : ANY}
              options={[
                { value: ANY, label: t('Any field') },
                ...fields.map(({ key, label }) => ({ value: key, label })),
              ]}
              onValueChange={(field) => setChosen({ ...chosen, field: orAny(field) })}
            />
          </Field>
        )}
        {chosen.field && (
          <Field label={t('Value')} hint={t('Leave empty to find everyone with a value.')}>
            <Input
              value={chosen.value}
              maxLength={FIELD_VALUE_MAX_LENGTH}
              autoComplete="off"
              onChange={(event) => setChosen({ ...chosen, value: event.target.value })}
            />
          </Field>
        )}
      </form>
    </Dialog>
  )
}
