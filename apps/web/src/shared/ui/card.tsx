import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

/** A box with a border and no shadow. */
export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section {...props} className={cn('rounded-lg border bg-card', className)} />
}

interface CardHeaderProps {
  title: ReactNode
  description?: ReactNode
  /** Shown at the right: a badge, a count or a small button. */
  action?: ReactNode
  className?: string
  id?: string
}

export function CardHeader({ title, description, action, className, id }: CardHeaderProps) {
  return (
    <header className={cn('flex items-start justify-between gap-4 px-5 pt-4 pb-3.5', className)}>
      <div className="min-w-0">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {description && <p className="mt-0.5 text-caption text-muted-foreground">{description}</p>}
      </div>
      {action}
    </header>
  )
}

/** Content directly below the header, without a separator. */
export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('px-5 pb-5', className)} />
}

/** A section separated from the one above by a full-width line. */
export function CardSection({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={cn('border-t px-5 py-3.5', className)} />
}
