import { Switch as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './cn.ts'
import { useFieldControl } from './field.tsx'

/** Takes effect at once. Needs a `Field` or an `aria-label`. Keeps the focus while disabled. */
export function Switch({
  className,
  disabled,
  onCheckedChange,
  ...props
}: ComponentProps<typeof Radix.Root>) {
  const control = useFieldControl()
  return (
    <Radix.Root
      {...control}
      {...props}
      aria-disabled={disabled || undefined}
      onCheckedChange={(checked) => !disabled && onCheckedChange?.(checked)}
      className={cn(
        'relative inline-flex h-5 w-9 shrink-0 items-center rounded-full border border-input bg-card transition-colors duration-100 after:absolute after:-inset-2.5 after:content-[""] aria-disabled:cursor-not-allowed aria-disabled:opacity-50 data-[state=checked]:border-primary data-[state=checked]:bg-primary',
        className,
      )}
    >
      <Radix.Thumb className="block size-3.5 translate-x-[2px] rounded-full bg-input transition-transform duration-100 data-[state=checked]:translate-x-[17px] data-[state=checked]:bg-primary-foreground" />
    </Radix.Root>
  )
}
