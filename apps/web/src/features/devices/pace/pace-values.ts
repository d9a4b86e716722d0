import {
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
  const shown = ['cap', ...(values.warmsUp ? (['start', 'step'] as const) : [])] as const
  for (const name of shown) {
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
