/** Why a file cannot be imported as a whole; the codes of the contract's refusals. */
export type SheetRefusal =
  | 'not_excel'
  | 'spreadsheet_encrypted'
  | 'spreadsheet_empty'
  | 'spreadsheet_no_phone_column'
  | 'spreadsheet_too_large'
  | 'spreadsheet_unreadable'

/** Thrown inside the worker; it travels to the server as its code. */
export class SheetRefused extends Error {
  override name = 'SheetRefused'
  readonly code: SheetRefusal

  constructor(code: SheetRefusal) {
    super(code)
    this.code = code
  }
}
