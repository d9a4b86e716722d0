import { Check, ChevronsUpDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { type ReactNode, useRef, useState } from 'react'
import { cn } from './cn.ts'
import { controlClasses, useFieldControl } from './field.tsx'
import { landmarkOf } from './landmark-of.ts'
import { usePageInSight } from './use-page-in-sight.ts'

export interface SelectOption<V extends string = string> {
  /** Never empty: the empty value means that nothing is chosen. */
  value: V
  label: string
  /** Muted, after the label: a number, a count. */
  detail?: ReactNode
  disabled?: boolean
}

export interface SelectProps<V extends string = string> {
  /** '' shows the placeholder. */
  value: V | ''
  onValueChange: (value: V) => void
  options: readonly SelectOption<V>[]
  placeholder?: string
  icon?: ReactNode
  disabled?: boolean
  name?: string
  className?: string
  'aria-label'?: string
  onBlur?: () => void
}

/**
 * A select whose list follows look §7; inside a `Field` it carries the label. The list stands in the landmark of its
 * button, and hides nothing from assistive technology.
 */
export function Select<V extends string = string>({
  value,
  onValueChange,
  options,
  placeholder,
  icon,
  disabled = false,
  name,
  className,
  onBlur,
  'aria-label': ariaLabel,
}: SelectProps<V>) {
  const control = useFieldControl()
  const chosen = options.find((option) => option.value === value)
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  usePageInSight(trigger, open)
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) setLandmark(landmarkOf(trigger.current))
      }}
      value={value}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next)
        if (option) onValueChange(option.value)
      }}
      disabled={disabled}
      {...(name && { name })}
    >
      <Radix.Trigger
        {...control}
        ref={trigger}
        aria-label={ariaLabel}
        onBlur={onBlur}
        className={cn(
          controlClasses,
          'flex h-9 items-center gap-2 text-left pointer-coarse:h-11 data-placeholder:text-muted-foreground',
          className,
        )}
      >
        {icon && <span className="text-muted-foreground [&_.lucide]:size-4">{icon}</span>}
        <span className="min-w-0 flex-1 truncate [&>span]:block">
          <Radix.Value placeholder={placeholder}>
            {chosen && <OptionText option={chosen} />}
          </Radix.Value>
        </span>
        <ChevronsUpDown className="size-3.5 text-muted-foreground" aria-hidden="true" />
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={10}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(calc(100vw-20px),max(var(--radix-select-trigger-width),32rem))] overflow-hidden rounded-lg bg-popover text-popover-foreground shadow-pop data-[state=open]:animate-menu-in"
        >
          <Radix.Viewport className="max-h-72 p-1">
            {options.map((option) => (
              <Option key={option.value} option={option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Option({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="relative flex h-8 cursor-default items-center rounded-md pr-8 pl-2 text-sm [&>span:first-child]:min-w-0 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent data-highlighted:text-accent-foreground pointer-coarse:h-11"
    >
      <Radix.ItemText>
        <OptionText option={option} />
      </Radix.ItemText>
      <Radix.ItemIndicator className="absolute right-2">
        <Check className="size-4 text-primary" aria-hidden="true" />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}

/** Characters that always have their place. */
const SHORT = 8

/** A label that is too long makes room for its detail. */
function OptionText({ option }: { option: SelectOption }) {
  return (
    <span title={option.label} className="flex min-w-0">
      <span className={option.label.length < SHORT ? 'shrink-0' : 'min-w-12 truncate'}>
        {option.label}
      </span>
      {option.detail !== undefined && (
        <span className="tnum shrink-0 whitespace-pre text-muted-foreground"> {option.detail}</span>
      )}
    </span>
  )
}
