import { type ErrorCode, errorText } from '@kirim/contract/errors'
import { xlsxParts } from '../../../platform/export/xlsx.ts'
import { collectPeople } from './collect-people.ts'
import { headingsOf } from './describe-sheet.ts'
import { type SheetRow, shownCell } from './opened-file.ts'
import type { PeopleColumns } from './people-columns.ts'

const PAGE = 500

interface RefusedRow {
  readonly row: SheetRow
  readonly code: ErrorCode
}

/**
 * Writes the refused rows of a sheet to a workbook with the reasons, to be corrected and imported
 * again.
 */
export async function writeRefused(
  sheet: readonly SheetRow[],
  columns: PeopleColumns,
  country: string,
): Promise<Buffer> {
  const refused: RefusedRow[] = []
  collectPeople(columns, country, (row, code) => refused.push({ row, code }))
  const found = headingsOf(sheet, columns.rows[0])
  const width = Math.max(found.length, ...refused.slice(0, PAGE).map(({ row }) => row.cells.length))
  const fill = (cellOf: (column: number) => string) =>
    Array.from({ length: width }, (_, column) => cellOf(column))
  const isNumber = (column: number) => [columns.phone, ...columns.otherPhones].includes(column)
  const recordOf = ({ row, code }: RefusedRow) => [
    // Numbers unformatted: 6.0E+10 would be refused again.
    ...fill((column) => (isNumber(column) ? row.cells[column] : '') || shownCell(row, column)),
    errorText(code),
  ]
  async function* pages() {
    for (let at = 0; at < refused.length; at += PAGE) {
      yield refused.slice(at, at + PAGE).map(recordOf)
    }
  }
  const headings = [...fill((column) => found[column] ?? ''), 'Why it was refused']
  const parts: Buffer[] = []
  const table = { name: 'refused', headings, pages: pages() }
  for await (const part of xlsxParts(table)) parts.push(part)
  return Buffer.concat(parts)
}
