import type { ComponentType } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, type FieldProps } from '#shared/ui/field.tsx'
import { Input, type InputProps } from '#shared/ui/input.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import { useFieldProblem } from './use-field-problem.ts'

interface TextFieldProps
  extends Omit<FieldProps, 'children' | 'error'>,
    Omit<InputProps, keyof FieldProps> {
  name: string
  /** Renders a textarea. */
  rows?: number
  /** Renders another input, such as `PasswordInput`. */
  box?: ComponentType<InputProps>
}

/** A text field of the surrounding form, with its label and error. */
export function TextField({
  name,
  rows,
  box: Box = Input,
  label,
  hint,
  optional,
  aside,
  className,
  ...input
}: TextFieldProps) {
  const { register } = useFormContext()
  const error = useFieldProblem(name as never)
  const field = { label, hint, error, optional, aside, className }
  return (
    <Field {...field}>
      {rows === undefined ? (
        <Box autoComplete="off" {...register(name)} {...input} />
      ) : (
        <Textarea {...register(name)} maxLength={input.maxLength} rows={rows} />
      )}
    </Field>
  )
}
