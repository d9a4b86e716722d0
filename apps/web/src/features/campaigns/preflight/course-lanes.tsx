import type { PreflightSpan } from '@kirim/contract/campaign-preflight'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'

/** What is over sooner needs no picture. */
const SHORT_MS = 30 * 60_000

/** A lane for each day: when the number sends for those ahead, and when for this campaign. */
export function CourseLanes({ course }: { course: readonly PreflightSpan[] }) {
  const { t } = useTranslation()
  const { number, shortDay } = useFormat()
  const [first] = course
  const last = course.at(-1)
  if (!first || !last || Date.parse(last.to) - Date.parse(first.from) < SHORT_MS) return null
  const { days, hours } = courseOf(course)
  const [from, to] = hours
  const ahead = course.filter(({ isOwn }) => !isOwn).reduce((sum, { people }) => sum + people, 0)
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => clockOf(from + (to - from) * share))
  const perDay = days
    .filter(({ people }) => people > 0)
    .map(({ day, people }) =>
      t('{n} on {day}', { n: number(people), day: shortDay(day.toISOString()) }),
    )
  return (
    <div className="mt-3">
      <div aria-hidden="true" className="flex flex-col gap-1.5">
        {days.map(({ day, parts }) => (
          <div
            key={day.getTime()}
            className="grid grid-cols-[84px_minmax(0,1fr)] items-center gap-3 max-sm:grid-cols-[72px_minmax(0,1fr)]"
          >
            <p className="tnum truncate text-caption">{shortDay(day.toISOString())}</p>
            <div className="relative h-5 overflow-hidden rounded-[5px] bg-muted">
              {parts.map(({ left, width, isOwn }) => (
                <i
                  key={left}
                  className={cn(
                    'absolute inset-y-0 min-w-0.5 rounded-[5px] border-r border-card',
                    isOwn ? 'bg-chart-1' : 'bg-neutral-ink/35',
                  )}
                  style={{ left: `${100 * left}%`, width: `${100 * width}%` }}
                />
              ))}
            </div>
          </div>
        ))}
        <div className="tnum grid grid-cols-[84px_minmax(0,1fr)] gap-3 text-xs text-muted-foreground max-sm:grid-cols-[72px_minmax(0,1fr)]">
          <span />
          <p className="flex justify-between">
            {marks.map((mark, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: in a short day two marks may be equal
              <span key={index}>{mark}</span>
            ))}
          </p>
        </div>
      </div>
      <p className="tnum mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground sm:pl-24">
        {ahead > 0 && (
          <Key isOwn={false}>
            {ahead === 1 ? t('1 person ahead') : t('{n} people ahead', { n: number(ahead) })}
          </Key>
        )}
        <Key isOwn>{perDay.join('; ')}</Key>
      </p>
    </div>
  )
}

function Key({ isOwn, children }: { isOwn: boolean; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <i
        aria-hidden="true"
        className={cn('size-2 shrink-0 rounded-[2px]', isOwn ? 'bg-chart-1' : 'bg-neutral-ink/35')}
      />
      {children}
    </span>
  )
}

/** 7.5 → "07:30" */
function clockOf(hour: number): string {
  const minutes = Math.round(hour * 60)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** A part of a day, as fractions of the hours that are shown. */
export interface DayPart {
  readonly left: number
  readonly width: number
  readonly isOwn: boolean
}

export interface CourseDay {
  /** Midnight, local. */
  readonly day: Date
  readonly parts: readonly DayPart[]
  /** Those of the campaign itself who are written to on this day. */
  readonly people: number
}

export interface Course {
  readonly days: readonly CourseDay[]
  /** The hours that are shown, from 0 to 24. */
  readonly hours: readonly [from: number, to: number]
}

/** More would be a wall of bars. */
const DAYS_MAX = 7

const HOUR_MS = 3_600_000

interface Piece {
  readonly day: Date
  /** In hours since midnight. */
  readonly from: number
  readonly to: number
  readonly isOwn: boolean
  readonly people: number
}

/** The first days of a campaign, each with the hours in which its device sends. */
export function courseOf(spans: readonly PreflightSpan[]): Course {
  const pieces = spans.flatMap(piecesOf)
  const byDay = new Map<number, Piece[]>()
  for (const piece of pieces) {
    const of = byDay.get(piece.day.getTime()) ?? []
    of.push(piece)
    byDay.set(piece.day.getTime(), of)
  }
  const shown = [...byDay.values()].slice(0, DAYS_MAX)
  const all = shown.flat()
  const from = Math.floor(Math.min(24, ...all.map((piece) => piece.from)))
  const to = Math.ceil(Math.max(0, ...all.map((piece) => piece.to)))
  const width = Math.max(1, to - from)
  return {
    hours: [from, to],
    days: shown.map((ofDay) => ({
      day: ofDay[0]?.day ?? new Date(0),
      people: ofDay.reduce((sum, { isOwn, people }) => sum + (isOwn ? people : 0), 0),
      parts: ofDay.map((piece) => ({
        left: (piece.from - from) / width,
        width: (piece.to - piece.from) / width,
        isOwn: piece.isOwn,
      })),
    })),
  }
}

/** Divides a span at midnight, its people by time. */
function piecesOf(span: PreflightSpan): Piece[] {
  const end = Date.parse(span.to)
  const whole = Math.max(1, end - Date.parse(span.from))
  const pieces: Piece[] = []
  for (let at = Date.parse(span.from); at < end && pieces.length < DAYS_MAX; ) {
    const day = new Date(at)
    day.setHours(0, 0, 0, 0)
    const next = new Date(day)
    next.setDate(day.getDate() + 1)
    const until = Math.min(end, next.getTime())
    pieces.push({
      day,
      from: Math.min(24, (at - day.getTime()) / HOUR_MS),
      to: Math.min(24, (until - day.getTime()) / HOUR_MS),
      isOwn: span.isOwn,
      people: Math.round((span.people * (until - at)) / whole),
    })
    at = until
  }
  return pieces
}
