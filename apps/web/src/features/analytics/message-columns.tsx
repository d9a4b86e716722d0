import type { MessageSpan } from '@kirim/contract/message-counts'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { localeOf } from '#shared/i18n/locale.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { cn } from '#shared/ui/cn.ts'

/** From the bottom of each column. The patterns tell the states apart without colour, too. */
const SERIES = [
  { state: 'read', word: textKey('Read'), mark: 'bg-chart-1' },
  { state: 'delivered', word: textKey('Delivered'), mark: 'bg-chart-2' },
  { state: 'sent', word: textKey('Sent'), mark: 'bg-chart-3 fill-lines' },
  { state: 'failed', word: textKey('Failed'), mark: 'bg-chart-5 fill-hatch' },
] as const

const LABELS_MAX = 6

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/**
 * Messages by status, a column for each day. The pointer and the arrow keys select a column, which
 * shows its numbers.
 */
export function MessageColumns({ label, days }: { label: string; days: readonly MessageSpan[] }) {
  const { t, i18n } = useTranslation()
  const { number, monthDay, shortDay } = useFormat()
  const [current, setCurrent] = useState<number | null>(null)
  const last = days.length - 1
  const place = Math.min(current ?? last, last)
  const selected = days[place]
  const ticks = ticksUpTo(Math.max(...days.map(totalOf)))
  const top = ticks.at(-1) ?? 1
  const compact = new Intl.NumberFormat(localeOf(i18n.language, navigator.languages), {
    notation: 'compact',
  })
  const labelEvery = Math.ceil(days.length / LABELS_MAX)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setCurrent(null)
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    setCurrent(Math.max(0, Math.min(last, place + step)))
  }
  const counts =
    selected && SERIES.map(({ state, word }) => `${t(word)} ${number(selected[state])}`)
  return (
    <>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={place + 1}
        aria-valuetext={selected && `${shortDay(selected.start)}: ${counts?.join(', ')}`}
        onPointerLeave={() => setCurrent(null)}
        onFocus={() => setCurrent((before) => before ?? last)}
        onBlur={() => setCurrent(null)}
        onKeyDown={press}
        className="tnum relative h-49 rounded-md pt-2 pb-6 pl-9 text-xs text-muted-foreground"
      >
        <div className="relative h-full">
          {ticks.map((tick) => (
            <div
              key={tick}
              className={cn(
                'absolute inset-x-0 border-t border-dashed',
                tick === 0 && 'border-solid border-input',
              )}
              style={{ bottom: `${(tick / top) * 100}%` }}
            >
              <span className="absolute -top-2 right-full pr-2">{compact.format(tick)}</span>
            </div>
          ))}
          <div className="absolute inset-0 flex">
            {days.map((day, index) => (
              <div
                key={day.start}
                onPointerEnter={() => setCurrent(index)}
                className={cn(
                  'relative flex h-full min-w-0 flex-1 flex-col-reverse items-center gap-px rounded-sm',
                  index === current && 'bg-accent',
                )}
              >
                {SERIES.map(
                  ({ state, mark }) =>
                    day[state] > 0 && (
                      <i
                        key={state}
                        className={cn('min-h-px w-[62%] max-w-[22px]', mark)}
                        style={{ height: `${(day[state] / top) * 100}%` }}
                      />
                    ),
                )}
                {(last - index) % labelEvery === 0 && (
                  <span
                    className={cn(
                      'absolute top-full pt-1.5 whitespace-nowrap',
                      index === last && 'right-0',
                    )}
                  >
                    {monthDay(day.start)}
                  </span>
                )}
              </div>
            ))}
          </div>
          {current !== null && selected && (
            <Tip
              day={selected}
              share={(place + 0.5) / days.length}
              title={shortDay(selected.start)}
            />
          )}
        </div>
      </div>
      <p
        aria-hidden="true"
        className="mt-2 flex flex-wrap gap-x-4 gap-y-1 pl-9 text-xs text-muted-foreground"
      >
        {SERIES.map(({ word, mark }) => (
          <span key={word} className="inline-flex items-center gap-1.5">
            <i className={cn('size-2 rounded-[2px]', mark)} />
            {t(word)}
          </span>
        ))}
      </p>
    </>
  )
}

/** The numbers of a column, beside it. `share` is its place across the chart, from 0 to 1. */
function Tip({ day, share, title }: { day: MessageSpan; share: number; title: string }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const side = share < 0.5 ? 'left' : 'right'
  const offset = (side === 'left' ? share : 1 - share) * 100
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-0 z-10 w-44 rounded-md bg-popover p-2.5 text-popover-foreground shadow-pop"
      style={{ [side]: `min(${offset}% + 1rem, 100% - 11rem)` }}
    >
      <p className="mb-1 font-medium">{title}</p>
      {SERIES.map(({ state, word, mark }) => (
        <p key={state} className="flex items-center justify-between gap-4 py-0.5">
          <span className="inline-flex items-center gap-1.5 text-muted-foreground">
            <i className={cn('size-2 rounded-[2px]', mark)} />
            {t(word)}
          </span>
          <span className="font-medium">{number(day[state])}</span>
        </p>
      ))}
    </div>
  )
}

export function totalOf(day: MessageSpan): number {
  return SERIES.reduce((sum, { state }) => sum + day[state], 0)
}

/** At most five whole numbers from 0 to at least `max`, evenly apart: 0, 50, 100, 150. */
export function ticksUpTo(max: number): number[] {
  const least = Math.max(max, 1) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const round = [1, 2, 2.5, 5, 10].map((n) => n * power).find((step) => step >= least - 1e-9)
  const step = Math.max(1, Math.ceil(round ?? 10 * power))
  return Array.from({ length: Math.ceil(Math.max(max, 1) / step) + 1 }, (_, n) => n * step)
}
