import type { ApiRestConfig } from '@kirim/contract/chatbot-tools'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { type FieldError, useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldProblem } from '#shared/forms/field-issue.ts'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'

const MAX_ROWS = 20

const SECOND = { headers: 'value', fields: 'path' } as const
const EXAMPLES = {
  headers: ['Authorization', 'Bearer …'],
  fields: ['price', 'data.items[0].price'],
} as const

interface ApiRestRowsProps {
  name: keyof typeof SECOND
  title: string
  none: string
  add: string
  labels: readonly [string, string]
}

/** Headers, or fields of the response: pairs that can be added and removed. */
export function ApiRestRows({ name, title, none, add, labels }: ApiRestRowsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { register, formState } = useFormContext<ApiRestConfig>()
  const { fields: rows, append, remove } = useFieldArray<ApiRestConfig>({ name })
  const problemAt = (index: number, part: 'name' | 'value' | 'path') => {
    const row: Partial<Record<typeof part, FieldError>> | undefined =
      formState.errors[name]?.[index]
    return fieldProblem(row?.[part])
  }
  const second = SECOND[name]
  const secondOf = (index: number) =>
    name === 'headers' ? (`headers.${index}.value` as const) : (`fields.${index}.path` as const)
  const empty = name === 'headers' ? { name: '', value: '' } : { name: '', path: '' }
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 id={id} className="text-caption font-medium">
          {title}
        </h3>
        <Button size="sm" onClick={() => append(empty)} disabled={rows.length >= MAX_ROWS}>
          <Plus aria-hidden="true" />
          {add}
        </Button>
      </div>
      {rows.length === 0 && <p className="text-caption text-muted-foreground">{none}</p>}
      {rows.map((row, index) => (
        <div
          key={row.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]"
        >
          <Field label={labels[0]} error={problemAt(index, 'name')}>
            <Input
              {...register(`${name}.${index}.name`)}
              autoComplete="off"
              spellCheck={false}
              placeholder={EXAMPLES[name][0]}
            />
          </Field>
          <Field
            label={labels[1]}
            error={problemAt(index, second)}
            className="max-sm:col-start-1 max-sm:row-start-2"
          >
            <Input
              {...register(secondOf(index))}
              autoComplete="off"
              spellCheck={false}
              placeholder={EXAMPLES[name][1]}
            />
          </Field>
          <Button
            variant="ghost"
            size="icon-sm"
            className="mt-6"
            aria-label={t('Remove row {n}', { n: index + 1 })}
            onClick={() => remove(index)}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
    </section>
  )
}
