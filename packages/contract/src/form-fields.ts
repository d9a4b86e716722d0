import * as z from 'zod/mini'
import { issue } from './issues.ts'

/** Multipart forms send text only: parses 'true', 'yes', 'on', '1' and their opposites. */
export const FormBoolean = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false', '1', '0', 'on', 'off', 'yes', 'no', '']),
    z.transform((text) => ['true', '1', 'on', 'yes'].includes(text)),
  ),
])

/** The longest JSON list in a form field, in code units. */
const LIST_TEXT_MAX = 10_000

/** Accepts a list as a JSON string, a single value or repeated fields [7.bulk.details]. */
export function formList<T extends z.ZodMiniType>(item: T) {
  const unfolded = z.transform((value, payload) => {
    if (value === undefined || value === '') return []
    const values = Array.isArray(value) ? value : [value]
    return values.flatMap((entry) => unfold(entry, payload))
  })
  return z.pipe(unfolded, z.array(item))
}

const PlainValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

function unfold(entry: unknown, payload: z.core.ParsePayload): unknown[] {
  if (typeof entry !== 'string' || !entry.trim().startsWith('[')) return entry === '' ? [] : [entry]
  if (entry.length > LIST_TEXT_MAX) return noList(payload)
  try {
    return z.array(PlainValue).parse(JSON.parse(entry))
  } catch {
    return noList(payload)
  }
}

function noList({ value, issues }: z.core.ParsePayload): [] {
  issues.push({ code: 'custom', message: issue('list_unreadable'), input: value })
  return []
}

/** Parses a JSON list of texts; null for anything else. */
export function listOfTexts(written: string): string[] | null {
  try {
    return z.array(z.string()).parse(JSON.parse(written))
  } catch {
    return null
  }
}

/** An http(s) address, or ''. */
export const WebAddress = z.union([
  z.literal(''),
  z.url({
    protocol: /^https?$/,
    error: issue('web_address_invalid'),
  }),
])
