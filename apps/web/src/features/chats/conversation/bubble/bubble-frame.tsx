import type { ReactNode } from 'react'
import { cn } from '#shared/ui/cn.ts'

interface BubbleFrameProps {
  side: 'in' | 'out'
  /** A note, which only the team sees. */
  isNote?: boolean
  /** Without a background: stickers. */
  isBare?: boolean
  /** As wide as the picture in it. */
  isPicture?: boolean
  /** Hangs over the lower edge. */
  reactions?: ReactNode
  /** Buttons beside the bubble. */
  action?: ReactNode
  children: ReactNode
}

const looks = {
  in: 'rounded-tl-[4px] bg-bubble-in text-bubble-in-foreground ring-1 ring-border/70',
  out: 'rounded-tr-[4px] bg-bubble-out text-bubble-out-foreground',
  note: 'rounded-tr-[4px] bg-warning-soft text-warning-ink ring-1 ring-warning/30 ring-inset',
}

/** One bubble on its side of the timeline. */
export function BubbleFrame({
  side,
  isNote = false,
  isBare = false,
  isPicture = false,
  reactions,
  action,
  children,
}: BubbleFrameProps) {
  return (
    <div
      className={cn(
        'flex items-center gap-1',
        side === 'out' ? 'justify-end' : 'flex-row-reverse justify-end',
      )}
    >
      {action}
      <div
        className={cn(
          'relative min-w-0 max-w-[84%] rounded-xl p-1 lg:max-w-[440px]',
          !isBare && looks[isNote ? 'note' : side],
          isPicture && 'w-[308px]',
          reactions && 'mb-3',
        )}
      >
        {children}
        {reactions}
      </div>
    </div>
  )
}

/** A part of a bubble that is set apart, such as a quoted message. */
export function BubbleInset({
  side,
  className,
  children,
}: {
  side: 'in' | 'out'
  className?: string
  children: ReactNode
}) {
  return <div className={cn('mx-1 mt-1', insetClasses(side), className)}>{children}</div>
}

/** The background of what is set apart in a bubble. */
export function insetClasses(side: 'in' | 'out'): string {
  return cn('rounded-[8px]', side === 'out' ? 'bg-card/45 dark:bg-background/25' : 'bg-muted')
}
