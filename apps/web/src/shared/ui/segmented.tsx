import { RadioGroup } from 'radix-ui'
import { cn } from './cn.ts'
import { useFieldGroup } from './field.tsx'
import { Select } from './select.tsx'

interface SegmentedProps<V extends string> {
  value: V
  onValueChange: (value: V) => void
  options: readonly { value: V; label: string }[]
  /** Fills the width of its row. */
  full?: boolean
  /** Replaced by a select below 640 px, for options too long for a phone. */
  selectOnPhone?: boolean
  disabled?: boolean
  className?: string
  'aria-label'?: string
}

/** A radio group of up to five short options. */
export function Segmented<V extends string>({ selectOnPhone, ...props }: SegmentedProps<V>) {
  if (!selectOnPhone) return <Segments {...props} />
  const { full: _full, className: _className, ...select } = props
  return (
    <>
      <div className="max-sm:hidden">
        <Segments {...props} />
      </div>
      <div className="sm:hidden">
        <Select {...select} />
      </div>
    </>
  )
}

function Segments<V extends string>({
  value,
  onValueChange,
  options,
  full,
  disabled = false,
  className,
  'aria-label': ariaLabel,
}: Omit<SegmentedProps<V>, 'selectOnPhone'>) {
  const group = useFieldGroup()
  return (
    <RadioGroup.Root
      {...group}
      aria-label={ariaLabel}
      value={value}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next)
        if (option) onValueChange(option.value)
      }}
      disabled={disabled}
      orientation="horizontal"
      className={cn(
        'inline-flex rounded-md bg-muted p-[3px] ring-1 ring-border ring-inset',
        full && 'w-full',
        className,
      )}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className={cn(
            'min-h-[30px] rounded-[6px] px-2.5 text-caption text-muted-foreground transition-colors duration-100 hover:text-foreground disabled:opacity-50 pointer-coarse:min-h-10 data-[state=checked]:bg-card data-[state=checked]:font-medium data-[state=checked]:text-foreground data-[state=checked]:shadow-control data-[state=checked]:ring-1 data-[state=checked]:ring-border dark:data-[state=checked]:bg-accent dark:data-[state=checked]:ring-input',
            full && 'flex-auto',
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
