import { Clock, Timer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { durationText } from '#shared/i18n/duration.ts'
import { cn } from '#shared/ui/cn.ts'

const MINUTE_MS = 60_000

/** How long a person has been waiting; amber from `longMinutes` on. */
export function Waits({
  since,
  now,
  longMinutes,
}: {
  since: string
  now: number
  longMinutes: number
}) {
  const { t } = useTranslation()
  const minutes = Math.max(1, Math.floor((now - Date.parse(since)) / MINUTE_MS))
  const isLong = minutes >= longMinutes
  const Icon = isLong ? Timer : Clock
  return (
    <span
      className={cn(
        'tnum inline-flex shrink-0 items-center gap-1',
        isLong && 'font-medium text-warning-ink',
      )}
    >
      <Icon className="size-3.5" aria-hidden="true" />
      <span className="sr-only">{t('waits')} </span>
      {durationText(minutes * 60, t)}
    </span>
  )
}

/** The time (epoch ms), which goes on every minute. */
export function useMinutes(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
