import type { SheetColumns } from '@kirim/contract/contact-import'

/** Excel allows 64 times as many, but names and numbers are never that far to the right. */
export const COLUMNS_MAX = 256

/** A non-empty row of a sheet; `row` is its number in the sheet, counted from 1. */
export interface SheetRow {
  readonly row: number
  /**
   * By column; empty, or missing at the end, without text or number. At most `COLUMNS_MAX`. Numbers
   * are unformatted.
   */
  readonly cells: readonly (string | undefined)[]
  /** The formatted text of a column; missing when it equals the cell. */
  readonly shown?: (column: number) => string
  /** Hidden by hand or by a filter. */
  readonly isHidden?: boolean
}

/** The text that the user sees in a cell, including formatted numbers, dates and booleans. */
export function shownCell({ cells, shown }: SheetRow, column: number): string {
  return shown ? shown(column) : (cells[column] ?? '')
}

/** Why a whole file cannot be imported, as codes of the contract. */
export type SheetRefusal =
  | 'not_excel'
  | 'spreadsheet_encrypted'
  | 'spreadsheet_numbers'
  | 'spreadsheet_archive'
  | 'spreadsheet_shortcut'
  | 'spreadsheet_empty'
  | 'spreadsheet_no_phone_column'
  | 'spreadsheet_too_large'
  | 'spreadsheet_too_slow'
  | 'spreadsheet_quote_open'
  | 'spreadsheet_unreadable'
  | 'contact_tags_too_many'

/** Thrown inside the worker; only its code and its row are passed to the server. */
export class SheetRefused extends Error {
  override name = 'SheetRefused'
  readonly code: SheetRefusal
  /** The affected row, counted from 1. */
  readonly row: number | null

  constructor(code: SheetRefusal, row: number | null = null) {
    super(code)
    this.code = code
    this.row = row
  }
}

/** A visible sheet. */
export interface OpenedSheet {
  /** Its index among all sheets of the file. */
  readonly index: number
  readonly name: string
  /** Its non-empty rows, parsed on first use. */
  readonly rows: () => readonly SheetRow[]
}

export interface OpenedFile {
  /** At least one. */
  readonly sheets: readonly OpenedSheet[]
  /** How a text was decoded; null for a workbook. */
  readonly text: SheetColumns['text']
  readonly csv: SheetColumns['csv']
}

/** The apostrophe that Kirim's export and Excel put before a text that would be a formula. */
const DISARMED = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/

/** The text of a cell without surrounding blanks and the apostrophe. */
export function tidyText(text: string): string {
  return text.trim().replace(DISARMED, '').trim()
}
