import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '#shared/ui/cn.ts'

/** A small action in a bubble. */
export function LinkButton({
  icon: Icon,
  className,
  children,
  ...props
}: ComponentProps<'button'> & { icon?: LucideIcon }) {
  return (
    <button
      type="button"
      {...props}
      className={cn(
        'inline-flex items-center gap-1 text-caption font-medium text-primary hover:underline disabled:opacity-50 pointer-coarse:min-h-8',
        className,
      )}
    >
      {Icon && <Icon className="size-3.5" aria-hidden="true" />}
      {children}
    </button>
  )
}
