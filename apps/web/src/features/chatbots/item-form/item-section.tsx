import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { Smartphone } from 'lucide-react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { ItemFormValues } from '../item-form-values.ts'

interface ItemSectionProps {
  numbers: readonly AiDeviceSummary[]
  /** The address fixes the number. */
  fixed: boolean
}

/** The item's number, switch and name. */
export function ItemSection({ numbers, fixed }: ItemSectionProps) {
  const { t } = useTranslation()
  const { register } = useFormContext<ItemFormValues>()
  const deviceId = useWatch<ItemFormValues, 'deviceId'>({ name: 'deviceId' })
  const number = numbers.find(({ id }) => id === deviceId)
  return (
    <section aria-labelledby="ai-item" className="grid grid-cols-1 gap-4 px-5 py-5 sm:px-6">
      <div className="flex items-center justify-between gap-x-6 gap-y-3 max-sm:flex-col max-sm:items-start">
        <div className="min-w-0">
          <h2 id="ai-item" className="text-title font-semibold">
            {t('AI Chatbot Item')}
          </h2>
          <p className="tnum truncate text-caption text-muted-foreground">
            {number ? [number.name, number.number].filter(Boolean).join(', ') : deviceId}
          </p>
        </div>
        <StatusChoice />
      </div>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        {!fixed && <NumberField numbers={numbers} />}
        <Field label={t('Name')} error={useFieldProblem<ItemFormValues>('name')}>
          <Input
            {...register('name')}
            autoComplete="off"
            maxLength={NAME_MAX_LENGTH}
            placeholder={t('e.g. Opening hours')}
          />
        </Field>
        <Field
          label={t('Description')}
          optional
          error={useFieldProblem<ItemFormValues>('description')}
        >
          <Input
            {...register('description')}
            autoComplete="off"
            maxLength={2000}
            placeholder={t('What this reply is for')}
          />
        </Field>
      </div>
    </section>
  )
}

function StatusChoice() {
  const { t } = useTranslation()
  const { field } = useController<ItemFormValues, 'status'>({ name: 'status' })
  return (
    <div className="flex items-center gap-2.5">
      <span aria-hidden="true" className="text-caption font-medium">
        {t('Status')}
      </span>
      <Segmented
        aria-label={t('Status')}
        value={field.value}
        onValueChange={field.onChange}
        options={[
          { value: 'disable', label: t('Disable') },
          { value: 'enable', label: t('Enable') },
        ]}
      />
    </div>
  )
}

function NumberField({ numbers }: Pick<ItemSectionProps, 'numbers'>) {
  const { t } = useTranslation()
  const { field } = useController<ItemFormValues, 'deviceId'>({ name: 'deviceId' })
  const { setValue } = useFormContext<ItemFormValues>()
  return (
    <Field
      label={t('Number')}
      error={useFieldProblem<ItemFormValues>('deviceId')}
      className="sm:col-span-2"
    >
      <Select
        value={field.value}
        onValueChange={(deviceId) => {
          field.onChange(deviceId)
          // Next actions are items of the same number.
          setValue('nextBotAction', '', { shouldDirty: true })
        }}
        onBlur={field.onBlur}
        icon={<Smartphone aria-hidden="true" />}
        placeholder={t('Choose a number')}
        options={numbers.map(({ id, name, number }) => ({
          value: id,
          label: name || number,
          detail: name ? number : '',
        }))}
      />
    </Field>
  )
}
