import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { useReportDirty } from '#shared/forms/use-close-question.tsx'
import { useFormat } from '#shared/i18n/format.ts'
import { Field, type FieldProps } from '#shared/ui/field.tsx'
import type { ChangeRequest } from './use-selection-change.ts'

export type Confirmed = Omit<ChangeRequest, 'who'>

export interface TaskDialogProps {
  /** The number of selected contacts; null when it is unknown. */
  count: number | null
  onConfirm: (change: Confirmed) => void
  onClose: () => void
}

interface ValueFormProps
  extends Pick<FieldProps, 'label' | 'hint' | 'optional'>,
    Pick<TaskDialogProps, 'onConfirm'> {
  /** The initial value. */
  first?: string
  control: (value: string, onValue: (value: string) => void) => ReactNode
  /** Null for an invalid value. */
  changeFor: (value: string) => Confirmed | null
  /** Shown for an invalid value. */
  missing?: string
}

interface ValueDialogProps extends ValueFormProps, TaskDialogProps {
  title: string
  /** By default the number of contacts. */
  description?: string
  action: string
}

/** Asks for the value of a change of contacts. */
export function ValueDialog({ count, title, description, action, ...props }: ValueDialogProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const { onClose, ...form } = props
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      description={
        description ??
        (count === null
          ? t('For everyone in this list.')
          : t('For {n} contacts.', { count, n: number(count) }))
      }
      action={action}
      busy={false}
      busyText=""
    >
      {(inDialog) => <ValueForm {...inDialog} {...form} />}
    </FormDialog>
  )
}

function ValueForm({ id, onDirty, first = '', missing, ...props }: ValueFormProps & FormInDialog) {
  const { control, changeFor, onConfirm, ...field } = props
  const [value, setValue] = useState(first)
  const [isMissing, setMissing] = useState(false)
  useReportDirty(value !== first, onDirty)
  return (
    <form
      id={id}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const change = changeFor(value)
        if (change) onConfirm(change)
        else setMissing(true)
      }}
    >
      <Field {...field} error={isMissing ? missing : undefined}>
        {control(value, (next) => {
          setValue(next)
          setMissing(false)
        })}
      </Field>
    </form>
  )
}
