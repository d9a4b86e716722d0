import { ListFilter } from 'lucide-react'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Select } from '#shared/ui/select.tsx'
import { useIsWide } from '#shared/ui/use-is-wide.ts'

interface CountFilterProps {
  label: string
  value: string
  options: readonly { value: string; label: string; count: number }[]
  onChange: (value: string) => void
}

/** Filters a list by one of several values: buttons with counts, a select on phones. */
export function CountFilter({ label, value, options, onChange }: CountFilterProps) {
  const { number } = useFormat()
  if (!useIsWide()) {
    return (
      <Select
        className="w-full"
        aria-label={label}
        icon={<ListFilter aria-hidden="true" />}
        value={value}
        onValueChange={onChange}
        options={options.map((option) => ({ ...option, detail: number(option.count) }))}
      />
    )
  }
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const pressed = option.value === value
        return (
          <Button
            key={option.value}
            size="sm"
            aria-pressed={pressed}
            onClick={() => onChange(option.value)}
            className={cn(
              'max-w-80 font-normal',
              pressed && 'border-primary bg-accent font-medium',
            )}
          >
            <span className="truncate">{option.label}</span>{' '}
            <span className="tnum text-muted-foreground">{number(option.count)}</span>
          </Button>
        )
      })}
    </fieldset>
  )
}
