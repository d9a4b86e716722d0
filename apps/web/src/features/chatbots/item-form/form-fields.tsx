import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field } from '#shared/ui/field.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { ItemFormValues } from '../item-form-values.ts'

/** Fields with a few fixed values. */
type ChoiceName =
  | 'type'
  | 'sendTo'
  | 'isNotMatchDefaultResponse'
  | 'saveData'
  | 'apiRestDataStatus'
  | 'presenceDelayStatus'

interface ChoiceProps<N extends ChoiceName> {
  name: N
  label: string
  options: readonly { value: ItemFormValues[N]; label: string }[]
  hint?: ReactNode
  className?: string
}

/** A few short choices, all visible. */
export function SegmentedField<N extends ChoiceName>(props: ChoiceProps<N>) {
  const { name, label, options, hint, className = '' } = props
  const { field } = useController<ItemFormValues, N>({ name })
  return (
    <Field
      label={label}
      hint={hint}
      error={useFieldProblem<ItemFormValues>(name)}
      className={className}
    >
      <Segmented<ItemFormValues[N]>
        full
        value={field.value}
        onValueChange={field.onChange}
        options={options}
      />
    </Field>
  )
}

export function SelectField<N extends ChoiceName>(props: ChoiceProps<N>) {
  const { name, label, options, hint, className = '' } = props
  const { field } = useController<ItemFormValues, N>({ name })
  return (
    <Field
      label={label}
      hint={hint}
      error={useFieldProblem<ItemFormValues>(name)}
      className={className}
    >
      <Select<ItemFormValues[N]>
        value={field.value}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
        options={options}
      />
    </Field>
  )
}
