import { errors, errorText } from '@kirim/contract/errors'
import { CONTACT_ROWS_MAX, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import { textKey } from '#shared/i18n/text-key.ts'

/** The types that the file dialog offers. */
export const SPREADSHEET_ACCEPT =
  '.xlsx,.xls,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel'

const EXCEL_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
])

/** The types that browsers report for unknown files. */
const UNKNOWN_TYPES: ReadonlySet<string> = new Set(['', 'application/octet-stream'])

export interface FileProblem {
  title?: string
  text: string
}

/** Why a file cannot be imported; null when it can: an Excel file [5.upload.type], or .csv. */
export function spreadsheetProblem(file: Pick<File, 'name' | 'size' | 'type'>): FileProblem | null {
  if (!isExcel(file) && !isCsv(file))
    return { title: textKey('Invalid File Format'), text: errors.not_excel.text }
  if (file.size <= SPREADSHEET_MAX_BYTES) return null
  const rows = CONTACT_ROWS_MAX.toLocaleString('en')
  return { text: errorText('spreadsheet_too_large', { rows }) }
}

function isExcel({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return EXCEL_TYPES.has(type) || (UNKNOWN_TYPES.has(type) && /\.xlsx?$/i.test(name))
}

const TEXT_TYPES: ReadonlySet<string> = new Set([...UNKNOWN_TYPES, 'text/plain'])

/** Whether a file is a text with separators, by its type or name. */
export function isCsv({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  return type === 'text/csv' || (TEXT_TYPES.has(type) && /\.csv$/i.test(name))
}
