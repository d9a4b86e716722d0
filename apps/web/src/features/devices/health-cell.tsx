import type { ReactNode } from 'react'
import { cn } from '#shared/ui/cn.ts'

interface HealthCellProps {
  label: string
  value: string
  /** The value in full, where it is shortened. */
  title?: string
  isWarning?: boolean
  children?: ReactNode
}

/** One figure of a number's row. */
export function HealthCell({ label, value, title, isWarning = false, children }: HealthCellProps) {
  return (
    <div className="min-w-0 text-muted-foreground">
      <p>{label}</p>
      <p title={title}>
        <span className={cn('font-medium', isWarning ? 'text-warning' : 'text-foreground')}>
          {value}
        </span>{' '}
        {children}
      </p>
    </div>
  )
}
