import { CircleAlert } from 'lucide-react'
import { Label } from 'radix-ui'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from './cn.ts'

interface FieldWiring {
  id: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldWiring | null>(null)

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** Replaces the hint and marks the control as invalid. */
  error?: string | undefined
  optional?: boolean | undefined
  /** Shown at the right of the label, such as a link. */
  aside?: ReactNode
  className?: string | undefined
  /**
   * One control of this folder (Input, Textarea, Select, Segmented, …), which connects itself to
   * the label.
   */
  children: ReactNode
}

/** Connects label, control, hint and error for assistive technology. */
export function Field({ label, hint, error, optional, aside, className, children }: FieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error || hint)
  const wiring: FieldWiring = {
    id,
    labelId: `${id}-label`,
    describedBy: hasNote ? noteId : undefined,
    invalid: Boolean(error),
  }
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <Label.Root id={wiring.labelId} htmlFor={id} className="text-caption font-medium">
          {label}
        </Label.Root>
        {aside ??
          (optional && <span className="text-xs text-muted-foreground">{t('Optional')}</span>)}
      </div>
      <FieldContext.Provider value={wiring}>{children}</FieldContext.Provider>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}

function FieldNote({
  id,
  error,
  hint,
}: {
  id: string
  error?: string | undefined
  hint?: ReactNode
}) {
  if (error) {
    return (
      <p id={id} className="flex items-center gap-1.5 text-xs text-destructive">
        <CircleAlert className="size-3.5 stroke-2" aria-hidden="true" />
        {error}
      </p>
    )
  }
  if (!hint) return null
  return (
    <p id={id} className="text-xs text-muted-foreground">
      {hint}
    </p>
  )
}

interface ControlProps {
  id?: string | undefined
  'aria-invalid'?: true | undefined
  'aria-describedby'?: string | undefined
}

/** The attributes a control needs inside a `Field`; empty outside of one. */
export function useFieldControl(): ControlProps {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    ...(field.invalid && { 'aria-invalid': true as const }),
    ...(field.describedBy && { 'aria-describedby': field.describedBy }),
  }
}

/** For controls that a `<label for>` cannot name (radio groups, custom boxes). */
export function useFieldGroup(): Omit<ControlProps, 'id'> & { 'aria-labelledby'?: string } {
  const field = useContext(FieldContext)
  const { id: _id, ...control } = useFieldControl()
  return field ? { ...control, 'aria-labelledby': field.labelId } : control
}

/** The style shared by all input controls. */
export const controlClasses =
  'w-full rounded-md border border-input bg-card px-3 text-sm pointer-coarse:text-base placeholder:text-muted-foreground transition-colors duration-100 disabled:cursor-not-allowed disabled:border-border disabled:bg-muted disabled:text-muted-foreground read-only:[&:is(input,textarea)]:border-border read-only:[&:is(input,textarea)]:bg-muted aria-invalid:border-destructive aria-invalid:ring-3 aria-invalid:ring-destructive/15'
