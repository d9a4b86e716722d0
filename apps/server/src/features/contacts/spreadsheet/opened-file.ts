import type { SheetColumns } from '@kirim/contract/contact-import'

/** Excel allows 64 times as many, but names and numbers are never that far to the right. */
export const COLUMNS_MAX = 256

/** A non-empty row of a sheet; `row` is its number in the sheet, counted from 1. */
export interface SheetRow {
  readonly row: number
  /**
   * By column; empty (or missing, at the end) where there is neither text nor a number. At most
   * `COLUMNS_MAX`. Numbers are as they are stored, not as they are formatted.
   */
  readonly cells: readonly (string | undefined)[]
  /** The text that the spreadsheet program shows in a column; missing where that is the cell. */
  readonly shown?: (column: number) => string
  /** Hidden by hand or by a filter. */
  readonly isHidden?: boolean
}

/** What the person sees in a cell: formatted amounts, dates and truth values as well. */
export function shownCell({ cells, shown }: SheetRow, column: number): string {
  return shown ? shown(column) : (cells[column] ?? '')
}

/** Why a file cannot be imported at all, as codes of the contract. */
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
  /** Where it is, counted from 1. */
  readonly row: number | null

  constructor(code: SheetRefusal, row: number | null = null) {
    super(code)
    this.code = code
    this.row = row
  }
}

/** A sheet that the person sees when they open the file. */
export interface OpenedSheet {
  /** Its place among all sheets of the file. */
  readonly index: number
  readonly name: string
  /** Its non-empty rows, read when they are first asked for. */
  readonly rows: () => readonly SheetRow[]
}

export interface OpenedFile {
  /** At least one. */
  readonly sheets: readonly OpenedSheet[]
  /** How a text was read; null for a workbook, whose texts have one encoding. */
  readonly text: SheetColumns['text']
  readonly csv: SheetColumns['csv']
}

/** What Kirim's own export, and Excel after it, puts before a text that would be a formula. */
const DISARMED = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/

/** A text of a cell, as its owner meant it. */
export function tidyText(text: string): string {
  return text.trim().replace(DISARMED, '').trim()
}
