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
