import type { CellObject } from '@e965/xlsx'
import { formatNumber, isDateFormat } from './number-format.ts'

/** What Kirim's own export, and Excel after it, puts before a text that would be a formula. */
const DISARMED = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/

/** A text of a cell, as its owner meant it. */
export function tidyText(text: string): string {
  return text.trim().replace(DISARMED, '').trim()
}

/** Texts and stored numbers; dates, truth values and errors are neither names nor numbers. */
export function rawText(cell: CellObject | undefined): string {
  if (cell?.t === 's') return tidyText(String(cell.v ?? ''))
  const number = numberIn(cell)
  return number === null || isDateFormat(formatOf(cell)) ? '' : String(number)
}

export interface ShownBy {
  readonly date1904: boolean
  /** The file has the formatted text of numbers itself, and no exact format. */
  readonly hasShownText: boolean
}

/** What the spreadsheet program shows; nothing for an error. */
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
