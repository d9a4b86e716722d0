import { useFormContext } from 'react-hook-form'
import { Field, type FieldProps } from '#shared/ui/field.tsx'
import { Input, type InputProps } from '#shared/ui/input.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { useFieldProblem } from './use-field-problem.ts'

interface TextFieldProps
  extends Pick<FieldProps, 'label' | 'hint' | 'optional'>,
    Pick<InputProps, 'type' | 'placeholder' | 'maxLength'> {
  name: string
  /** Renders a textarea. */
  rows?: number
}

/** A text field of the surrounding form, with its label and error. */
export function TextField({ name, rows, label, hint, optional, type, ...input }: TextFieldProps) {
  const { register } = useFormContext()
  const error = useFieldProblem(name as never)
  return (
    <Field label={label} hint={hint} error={error} {...(optional && { optional })}>
      {rows === undefined ? (
        <Input {...register(name)} {...input} type={type} autoComplete="off" />
      ) : (
        <Textarea {...register(name)} {...input} rows={rows} />
      )}
    </Field>
  )
}
