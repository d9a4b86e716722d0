import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'
import { controlClasses, useFieldControl } from './field.tsx'

export interface InputProps extends ComponentProps<'input'> {
  /** Shown inside the field: an icon at the left, an icon or small button at the right. */
  leading?: ReactNode
  trailing?: ReactNode
}

export function Input({ className, leading, trailing, ...props }: InputProps) {
  const control = useFieldControl()
  const input = (
    <input
      {...control}
      {...props}
      className={cn(
        controlClasses,
        'h-9 pointer-coarse:h-11',
        Boolean(leading) && 'pl-9',
        Boolean(trailing) && 'pr-10',
        className,
      )}
    />
  )
  if (!leading && !trailing) return input
  return (
    <div className="relative">
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted-foreground [&_.lucide]:size-4">
          {leading}
        </span>
      )}
      {input}
      {trailing && (
        <span className="absolute inset-y-0 right-3 flex items-center text-muted-foreground [&_.lucide]:size-4">
          {trailing}
        </span>
      )}
    </div>
  )
}
