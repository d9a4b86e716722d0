import type { ReactNode } from 'react'
import { cn } from './cn.ts'

interface EmptyStateProps {
  title: ReactNode
  description?: ReactNode
  /** One outline button. */
  action?: ReactNode
  className?: string
}

/** Inside a card, under its header. */
export function EmptyState({ title, description, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-start gap-3 border-t px-5 py-8', className)}>
      <svg
        width="52"
        height="40"
        viewBox="0 0 52 40"
        fill="none"
        aria-hidden="true"
        className="text-muted-foreground"
      >
        <rect
          x=".75"
          y="6.75"
          width="40"
          height="32"
          rx="6"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeDasharray="3 3"
        />
        <path d="M24 22 50.5 2.5l-10 19.5z" fill="var(--brand-2)" />
        <path d="M24 22h16.5l8 16h-11z" fill="var(--primary)" />
      </svg>
      <div>
        <p className="font-medium">{title}</p>
        {description && <p className="mt-0.5 text-caption text-muted-foreground">{description}</p>}
      </div>
      {action}
    </div>
  )
}
