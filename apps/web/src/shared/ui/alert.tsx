import { CircleCheck, Info, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'

type AlertTone = 'danger' | 'warning' | 'info' | 'success'

const looks: Record<AlertTone, { icon: LucideIcon; classes: string }> = {
  danger: { icon: OctagonAlert, classes: 'bg-danger-soft text-danger-ink' },
  warning: { icon: TriangleAlert, classes: 'bg-warning-soft text-warning-ink' },
  info: { icon: Info, classes: 'bg-info-soft text-info-ink' },
  success: { icon: CircleCheck, classes: 'bg-success-soft text-success-ink' },
}

interface AlertProps {
  tone?: AlertTone
  title?: ReactNode
  children?: ReactNode
  className?: string
}

/** A notice in the page. Danger and warning are announced at once, other tones politely. */
export function Alert({ tone = 'danger', title, children, className }: AlertProps) {
  const { icon: Icon, classes } = looks[tone]
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={cn('flex w-full gap-3 rounded-lg p-3.5', classes, className)}
    >
      <Icon className="mt-px size-[18px] stroke-2" aria-hidden="true" />
      <div className="min-w-0">
        {title && <p className="font-medium">{title}</p>}
        {children && <div className="text-caption">{children}</div>}
      </div>
    </div>
  )
}
