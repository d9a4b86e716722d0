import type { ReactNode } from 'react'
import { cn } from './cn.ts'

/** Settings for people who may read, but not change them. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return <dl className={cn('grid gap-4', className)}>{children}</dl>
}

interface FactProps {
  label: string
  hint?: string
  className?: string
  children: ReactNode
}

/** One of them, under its label. */
export function Fact({ label, hint, className, children }: FactProps) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="text-caption font-medium">{label}</dt>
      <dd className="mt-1 whitespace-pre-line wrap-anywhere text-muted-foreground">{children}</dd>
      {hint && <dd className="mt-1 text-xs text-muted-foreground">{hint}</dd>}
    </div>
  )
}
