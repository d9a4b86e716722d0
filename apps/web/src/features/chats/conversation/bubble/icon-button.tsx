import type { ComponentProps } from 'react'
import { cn } from '#shared/ui/cn.ts'

/**
 * A button with an icon alone. Plain, because `Button` measures itself, and many come on screen
 * while one scrolls.
 */
export function IconButton({ className, ...props }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        'grid size-8 shrink-0 place-items-center rounded-md text-bubble-meta transition-colors duration-100 hover:bg-accent hover:text-accent-foreground data-[state=open]:bg-accent pointer-coarse:size-10 [&_.lucide]:size-4',
        className,
      )}
    />
  )
}
