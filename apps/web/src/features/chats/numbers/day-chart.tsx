import type { ChatStats } from '@kirim/contract/chat-stats'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { useDuration } from './use-duration.ts'

type Day = ChatStats['days'][number]

/** Two columns a day. The patterns tell them apart without colour, too. */
const SERIES = {
  chats: [
    { word: textKey('Wrote'), mark: 'bg-chart-1', of: (day: Day) => day.come },
    { word: textKey('Closed'), mark: 'bg-chart-3 fill-lines', of: (day: Day) => day.closed },
  ],
  waiting: [
    { word: textKey('Median'), mark: 'bg-chart-1', of: (day: Day) => day.waitMedian ?? 0 },
    {
      word: textKey('90 % within'),
      mark: 'bg-chart-3 fill-lines',
      of: (day: Day) => day.waitP90 ?? 0,
    },
  ],
} as const

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

interface DayChartProps {
  readonly title: string
  readonly days: readonly Day[]
  readonly shown: keyof typeof SERIES
}

/** The pointer and the arrow keys select a day, whose figures stand above; tables have them all. */
export function DayChart({ title, days, shown }: DayChartProps) {
  const { t } = useTranslation()
  const { number, shortDay } = useFormat()
  const duration = useDuration()
  const [current, setCurrent] = useState<number | null>(null)
  const last = days.length - 1
  const place = Math.min(current ?? last, last)
  const day = days[place]
  const series = SERIES[shown]
  const top = Math.max(1, ...days.flatMap((one) => series.map(({ of }) => of(one))))
  const say = (value: number) => (shown === 'chats' ? number(value) : duration(value || null))
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setCurrent(Math.max(0, Math.min(last, place + step)))
  }
  if (!day) return null
  const id = `chart-${shown}`
  const figures = series.map(({ word, of }) => `${t(word)} ${say(of(day))}`).join(', ')
  return (
    <Card aria-labelledby={id} className="min-w-0">
      <CardHeader id={id} title={title} description={`${shortDay(day.day)}: ${figures}`} />
      <div className="px-5 pb-4 max-sm:px-4">
        <div
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-valuemin={1}
          aria-valuemax={days.length}
          aria-valuenow={place + 1}
          aria-valuetext={`${shortDay(day.day)}: ${figures}`}
          onKeyDown={press}
          onPointerLeave={() => setCurrent(null)}
          className="flex h-40 border-b border-input"
        >
          {days.map((one, index) => (
            <div
              key={one.day}
              onPointerEnter={() => setCurrent(index)}
              className={cn(
                'flex h-full min-w-0 flex-1 items-end justify-center gap-px rounded-sm',
                index === current && 'bg-accent',
              )}
            >
              {series.map(({ word, mark, of }) => (
                <i
                  key={word}
                  className={cn('w-[38%] max-w-3', mark, of(one) > 0 && 'min-h-px')}
                  style={{ height: `${(of(one) / top) * 100}%` }}
                />
              ))}
            </div>
          ))}
        </div>
        <p aria-hidden="true" className="mt-2 flex flex-wrap gap-x-4 text-xs text-muted-foreground">
          {series.map(({ word, mark }) => (
            <span key={word} className="inline-flex items-center gap-1.5">
              <i className={cn('size-2 rounded-[2px]', mark)} />
              {t(word)}
            </span>
          ))}
        </p>
      </div>
    </Card>
  )
}
