import {
  capAfter,
  DAILY_CAP_MAX,
  type DevicePace,
  type PaceForm,
  type WarmUp,
} from '@kirim/contract/device-pace'
import { type FieldIssue, fieldIssue } from '#shared/forms/field-issue.ts'

/** The fields as they are typed; an empty cap means none. */
export interface PaceValues {
  cap: string
  warmsUp: boolean
  start: string
  step: string
}

const DAY_MS = 86_400_000
const START = 20
const STEP = 20

export function valuesOf({ cap, warmUp }: DevicePace): PaceValues {
  return {
    cap: cap === null ? '' : String(cap),
    warmsUp: warmUp !== null,
    start: String(warmUp?.start ?? START),
    step: String(warmUp?.step ?? STEP),
  }
}

export function paceOf(values: PaceValues, timeZone: string): PaceForm {
  const cap = values.cap.trim() === '' ? null : Number(values.cap)
  return { cap, warmUp: warmUpOf(values), timeZone }
}

function warmUpOf({ cap, warmsUp, start, step }: PaceValues): WarmUp | null {
  if (!warmsUp || cap.trim() === '') return null
  return { start: Number(start), step: Number(step) }
}

export function problemsOf(values: PaceValues): Partial<Record<keyof PaceValues, FieldIssue>> {
  const problems: Partial<Record<keyof PaceValues, FieldIssue>> = {}
  if (values.cap.trim() === '') return problems
  const asked = ['cap', ...(values.warmsUp ? (['start', 'step'] as const) : [])] as const
  for (const name of asked) {
    const problem = problemOf(values[name])
    if (problem) problems[name] = problem
  }
  return problems
}

function problemOf(typed: string): FieldIssue | null {
  const number = Number(typed)
  if (!Number.isInteger(number)) return fieldIssue('no_whole_number')
  if (number < 1) return fieldIssue('number_too_small', { min: 1 })
  return number > DAILY_CAP_MAX ? fieldIssue('number_too_large', { max: DAILY_CAP_MAX }) : null
}

/** The next days as they would be with what is typed; null while that is no plan. */
export function planOf(
  values: PaceValues,
  pace: DevicePace,
  /** The owner's day, as `YYYY-MM-DD`: the server may count in the zone of an earlier setting. */
  today: string,
): DevicePace['plan'] | null {
  if (values.cap.trim() === '' || Object.keys(problemsOf(values)).length > 0) return null
  const warmUp = warmUpOf(values)
  const begun = warmUp && pace.warmUpFrom ? daysFrom(pace.warmUpFrom, today) : 0
  return pace.plan.map((_, index) => ({
    day: dayAfter(today, index),
    cap: capAfter(Number(values.cap), warmUp, begun + index),
  }))
}

function daysFrom(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** `2026-11-30`, 1 → `2026-12-01` */
function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The date of a moment in a zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(moment)
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('year')}-${of('month')}-${of('day')}`
}
