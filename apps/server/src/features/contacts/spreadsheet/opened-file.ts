import type { SheetColumns } from '@kirim/contract/contact-import'
import type { SheetRow } from './sheet-row.ts'

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
