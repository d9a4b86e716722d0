import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { Switch } from '#shared/ui/switch.tsx'

interface TypedFieldProps {
  label: string
  value: string
  maxLength: number
  placeholder?: string
  digitsOnly?: boolean
  /** What was typed; it may be refused, and is then forgotten. */
  onTyped: (typed: string) => void
}

/** Takes effect when it is left, or on Enter. */
export function TypedField({ label, value, digitsOnly, onTyped, ...input }: TypedFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function apply(): void {
    if (typed === null) return
    setTyped(null)
    if (typed !== value) onTyped(typed)
  }
  return (
    <Field label={label}>
      <Input
        {...input}
        inputMode={digitsOnly ? 'numeric' : undefined}
        value={typed ?? value}
        onChange={({ target }) =>
          setTyped(digitsOnly ? target.value.replace(/\D/g, '') : target.value)
        }
        onBlur={apply}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') apply()
        }}
      />
    </Field>
  )
}

interface NumberFieldProps {
  label: string
  value: number
  min: number
  max: number
  onNumber: (value: number) => void
}

/** A whole number; one out of its range is not kept. */
export function NumberField({ label, value, min, max, onNumber }: NumberFieldProps) {
  return (
    <TypedField
      label={label}
      value={String(value)}
      maxLength={10}
      digitsOnly
      onTyped={(typed) => {
        const next = Number(typed)
        if (typed !== '' && next >= min && next <= max) onNumber(next)
      }}
    />
  )
}

interface ChoiceFieldProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChoice: (value: string) => void
}

export function ChoiceField({ label, value, options, onChoice }: ChoiceFieldProps) {
  const { t } = useTranslation()
  return (
    <Field label={label} className="col-span-2">
      <Select
        value={value}
        onValueChange={onChoice}
        options={options.map((option) => ({ value: option.value, label: t(option.label) }))}
      />
    </Field>
  )
}

interface SwitchFieldProps {
  label: string
  checked: boolean
  onChecked: (checked: boolean) => void
}

export function SwitchField({ label, checked, onChecked }: SwitchFieldProps) {
  const id = useId()
  return (
    <div className="col-span-2 flex min-h-8 items-center justify-between gap-2">
      <label htmlFor={id} className="min-w-0 text-caption">
        {label}
      </label>
      <Switch id={id} checked={checked} onCheckedChange={onChecked} />
    </div>
  )
}
