import { utils, write } from '@e965/xlsx'

/** An .xlsx file with one sheet of these rows. */
export function spreadsheet(rows: readonly (readonly string[])[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Sheet1')
  return write(book, { type: 'buffer', bookType: 'xlsx' })
}
