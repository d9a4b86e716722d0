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

/** The types that browsers report for texts and for unknown files. */
const TEXT_TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'text/plain',
  'application/octet-stream',
  '',
])

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

function isExcel(file: Pick<File, 'name' | 'type'>): boolean {
  return kindOf(file) === 'excel'
}

/** Whether a file is a text with separators. */
export function isCsv(file: Pick<File, 'name' | 'type'>): boolean {
  return kindOf(file) === 'csv'
}

/**
 * By the name where it says so: where Excel is installed, browsers report its type for .csv, too.
 */
function kindOf({ name, type }: Pick<File, 'name' | 'type'>): 'excel' | 'csv' | null {
  if (!EXCEL_TYPES.has(type) && !TEXT_TYPES.has(type)) return null
  if (/\.csv$/i.test(name)) return 'csv'
  if (/\.xlsx?$/i.test(name)) return 'excel'
  if (EXCEL_TYPES.has(type)) return 'excel'
  return type === 'text/csv' ? 'csv' : null
}
