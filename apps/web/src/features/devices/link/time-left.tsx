import { Timer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { useSecondsUntil } from '#shared/time/countdown.ts'
import { cn } from '#shared/ui/cn.ts'

interface TimeLeftProps {
  /** Epoch milliseconds. */
  until: number
  label: string
  /** Replaces the label once the time is over. */
  over?: string
  className?: string
}

/** A countdown as text. */
export function TimeLeft({ until, label, over, className }: TimeLeftProps) {
  const { t } = useTranslation()
  const left = useSecondsUntil(until) ?? 0
  return (
    <p className={cn('flex items-center gap-1.5 text-caption text-muted-foreground', className)}>
      <Timer className="size-4 shrink-0" aria-hidden="true" />
      {left === 0 && over ? (
        over
      ) : (
        <span>
          {label} <span className="tnum font-medium text-foreground">{durationText(left, t)}</span>
        </span>
      )}
    </p>
  )
}
