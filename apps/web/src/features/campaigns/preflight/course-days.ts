import type { PreflightSpan } from '@kirim/contract/campaign-preflight'

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
