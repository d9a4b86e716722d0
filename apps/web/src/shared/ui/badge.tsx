import { cva, type VariantProps } from 'class-variance-authority'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

const badgeClasses = cva(
  'inline-flex h-[22px] items-center gap-1 rounded-[6px] px-1.5 text-xs font-medium whitespace-nowrap [&_.lucide]:size-3 [&_.lucide]:stroke-[2.25]',
  {
    variants: {
      tone: {
        neutral: 'bg-neutral-soft text-neutral-ink',
        info: 'bg-info-soft text-info-ink',
        success: 'bg-success-soft text-success-ink',
        solid: 'bg-primary text-primary-foreground',
        ring: 'bg-accent text-primary ring-1 ring-primary/50 ring-inset',
        warning: 'bg-warning-soft text-warning-ink',
        danger: 'bg-danger-soft text-danger-ink',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
)

export type BadgeTone = NonNullable<VariantProps<typeof badgeClasses>['tone']>

interface BadgeProps {
  tone: BadgeTone
  icon: LucideIcon
  /** Spins the icon while something is in progress. */
  spin?: boolean
  className?: string
  children: ReactNode
}

/** A status, always shown by colour, icon and text together. */
export function Badge({ tone, icon: Icon, spin = false, className, children }: BadgeProps) {
  return (
    <span className={cn(badgeClasses({ tone }), className)}>
      <Icon aria-hidden="true" className={cn(spin && 'animate-spin')} />
      {children}
    </span>
  )
}
