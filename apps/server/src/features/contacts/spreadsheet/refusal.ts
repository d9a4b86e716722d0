/** Why a file cannot be imported at all, as codes of the contract. */
export type SheetRefusal =
  | 'not_excel'
  | 'spreadsheet_encrypted'
  | 'spreadsheet_empty'
  | 'spreadsheet_no_phone_column'
  | 'spreadsheet_too_large'
  | 'spreadsheet_unreadable'
  | 'contact_tags_too_many'

/** Thrown inside the worker; only its code is passed to the server. */
export class SheetRefused extends Error {
  override name = 'SheetRefused'
  readonly code: SheetRefusal

  constructor(code: SheetRefusal) {
    super(code)
    this.code = code
  }
}
