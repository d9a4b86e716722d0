import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#shared/ui/cn.ts'
import { insetClasses } from '../bubble-frame.tsx'

interface FileCardProps {
  side: 'in' | 'out'
  icon: LucideIcon
  iconClasses?: string
  title: string
  detail: ReactNode
  /** A button at the end. */
  action?: ReactNode
}

/** A file by its name, in a bubble. */
export function FileCard({ side, icon: Icon, iconClasses, title, detail, action }: FileCardProps) {
  return (
    <div
      className={cn(
        'mx-1 mt-1 flex w-[248px] max-w-[calc(100%-8px)] items-center gap-3 p-2.5',
        insetClasses(side),
        'rounded-[10px]',
      )}
    >
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-card ring-1 ring-border">
        <Icon className={cn('size-[18px] text-muted-foreground', iconClasses)} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={title}>
          {title}
        </span>
        <span className="tnum block text-xs text-bubble-meta">{detail}</span>
      </span>
      {action}
    </div>
  )
}
