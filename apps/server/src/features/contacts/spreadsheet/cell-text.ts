import type { CellObject } from '@e965/xlsx'
import { SSF } from '@e965/xlsx'
import { tidyText } from './opened-file.ts'

/**
 * Texts and stored numbers. Dates, booleans and errors become empty: they are neither names nor
 * numbers.
 */
export function rawText(cell: CellObject | undefined): string {
  if (cell?.t === 's') return tidyText(String(cell.v ?? ''))
  const number = numberIn(cell)
  return number === null || isDateFormat(formatOf(cell)) ? '' : String(number)
}

export interface ShownBy {
  readonly date1904: boolean
  /** The file stores the formatted text of numbers, and no exact format. */
  readonly hasShownText: boolean
}

/** The text that the spreadsheet program shows; empty for an error. */
export function shownText(
  cell: CellObject | undefined,
  { date1904, hasShownText }: ShownBy,
): string {
  if (cell?.t === 'b') return cell.v ? 'TRUE' : 'FALSE'
  const number = numberIn(cell)
  if (number === null) return rawText(cell)
  const format = formatOf(cell)
  if (hasShownText && cell?.w && !isDateFormat(format)) return tidyText(cell.w)
  return formatNumber(number, format, date1904)
}

function numberIn(cell: CellObject | undefined): number | null {
  return cell?.t === 'n' && typeof cell.v === 'number' && Number.isFinite(cell.v) ? cell.v : null
}

function formatOf(cell: CellObject | undefined): string {
  return typeof cell?.z === 'string' ? cell.z : 'General'
}

/** How a number format shows a number. */
type Kind = 'number' | 'date' | 'time' | 'other date'

interface Format {
  readonly kind: Kind
  readonly hasHours: boolean
  readonly hasSeconds: boolean
}

const GENERAL = /^general$/i
/** The parts of a format that do not affect the number: texts, colours, locales, later sections. */
const NOT_CODES = /"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]|;.*$/gis
const HALF_DAYS = /am\/pm|a\/p/gi
/** [h]:mm counts beyond a day. */
const ELAPSED = /\[(h+|m+|s+)\]/i
/** Excel keeps 15 significant digits; further ones are rounding noise. */
const SIGNIFICANT_DIGITS = 15
/** Makes 1.005, stored as 1.00499…, round up, as Excel does. */
const ROUNDING_NUDGE = 1 + 2 ** -50
const SECONDS_PER_DAY = 86_400

const known = new Map<string, Format>()

function readFormat(format: string): Format {
  const found = known.get(format)
  if (found) return found
  const made = makeFormat(format)
  known.set(format, made)
  return made
}

function makeFormat(format: string): Format {
  const codes = format.replace(NOT_CODES, '').replace(HALF_DAYS, '')
  const has = (pattern: RegExp) => pattern.test(codes)
  const parts = { hasHours: has(/h/i), hasSeconds: has(/s/i) }
  return { kind: kindOf(format, codes), ...parts }
}

function kindOf(format: string, codes: string): Kind {
  if (GENERAL.test(format) || !SSF.is_date(format)) return 'number'
  if (ELAPSED.test(codes)) return 'other date'
  const [hasYear, hasMonth, hasDay] = [/[yeb]/i, /m/i, /d/i].map((part) => part.test(codes))
  if (hasYear && hasMonth && hasDay) return 'date'
  const isTime = !hasYear && !hasDay && /[hs]/i.test(codes) && !/mmm/i.test(codes)
  return isTime && /h/i.test(codes) ? 'time' : 'other date'
}

export function isDateFormat(format: string): boolean {
  return readFormat(format).kind !== 'number'
}

/**
 * Formats a number as Excel does. Dates become 2026-11-15 14:00 and times 14:00 whatever the
 * format, because 11/12 is ambiguous.
 */
export function formatNumber(value: number, format: string, date1904: boolean): string {
  const { kind, ...parts } = readFormat(format)
  if (kind === 'number') return formatPlain(value, format)
  const seconds = Math.round(value * SECONDS_PER_DAY) / SECONDS_PER_DAY
  if (kind === 'other date') return formatByLibrary(seconds, format, { date1904 })
  return dateText(seconds, kind, parts, date1904)
}

function formatPlain(value: number, format: string): string {
  const exact = Number(value.toPrecision(SIGNIFICANT_DIGITS))
  if (GENERAL.test(format)) return general(exact)
  return formatByLibrary(Number.isInteger(exact) ? exact : exact * ROUNDING_NUDGE, format)
}

/** All digits: Excel shows fewer only in a narrow column. */
function general(value: number): string {
  return String(value)
    .replace(/e([+-])(\d)$/, 'e$10$2')
    .replace('e', 'E')
}

function formatByLibrary(value: number, format: string, options = {}): string {
  try {
    return SSF.format(format, value, options).trim()
  } catch {
    return general(Number(value.toPrecision(SIGNIFICANT_DIGITS)))
  }
}

function dateText(
  value: number,
  kind: Kind,
  { hasHours, hasSeconds }: Omit<Format, 'kind'>,
  date1904: boolean,
): string {
  const at = SSF.parse_date_code(value, { date1904 })
  if (!at) return ''
  const two = (part: number) => String(part).padStart(2, '0')
  const seconds = hasSeconds && at.S > 0 ? `:${two(at.S)}` : ''
  const time = `${two(at.H)}:${two(at.M)}${seconds}`
  if (kind === 'time' || value < 1) return time
  const day = [at.y, two(at.m), two(at.d)].join('-')
  return hasHours && time !== '00:00' ? `${day} ${time}` : day
}
