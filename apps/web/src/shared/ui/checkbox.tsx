import { Check, Minus } from 'lucide-react'
import { Checkbox as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from './cn.ts'

interface CheckboxProps extends ComponentProps<typeof Radix.Root> {
  /** Stands right of the box and ticks it too; without one, give an `aria-label`. */
  label?: ReactNode
}

export function Checkbox({ className, label, id, ...props }: CheckboxProps) {
  const ownId = useId()
  const box = (
    <Radix.Root
      {...props}
      id={id ?? ownId}
      className={cn(
        'relative grid size-4 shrink-0 place-items-center rounded-[4px] border border-input bg-card text-primary-foreground transition-colors duration-100 after:absolute after:-inset-2.5 after:content-[""] disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary',
        className,
      )}
    >
      <Radix.Indicator className="[&_.lucide]:size-3 [&_.lucide]:stroke-3">
        {props.checked === 'indeterminate' ? (
          <Minus aria-hidden="true" />
        ) : (
          <Check aria-hidden="true" />
        )}
      </Radix.Indicator>
    </Radix.Root>
  )
  if (!label) return box
  return (
    <div className="flex items-center gap-2.5">
      {box}
      <label htmlFor={id ?? ownId} className="text-sm">
        {label}
      </label>
    </div>
  )
}
