interface CheckboxChoiceProps {
  checked: boolean
  disabled: boolean
  onChange: (checked: boolean) => void
  label: string
  hint: string
}

/** A checkbox with a label and an explanation. */
export function CheckboxChoice({ checked, disabled, onChange, label, hint }: CheckboxChoiceProps) {
  return (
    <label className="flex w-fit items-start gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span>
        {label}
        <span className="block text-xs text-muted-foreground">{hint}</span>
      </span>
    </label>
  )
}
