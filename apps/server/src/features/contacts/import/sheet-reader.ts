import type { ImportMapping, SheetColumns } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { CountryOf } from '../contacts.ports.ts'
import type { SheetPeople } from '../spreadsheet/collect-people.ts'
import {
  type ImportSheet,
  isSmallSpreadsheet,
  type Numbers,
  readRefused,
  readSpreadsheet,
  withColumns,
  withImportSheet,
} from './read-spreadsheet.ts'
import type { SheetUse, WorkerTask } from './sheet-thread.ts'

type HowRead = Omit<SheetUse, 'kind' | 'csv' | 'passOver'>

/** What the browser says of Excel files, where it does not go by their names. */
const EXCEL_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
])

/** Reads files. Throws the refusals of one that cannot be read. */
export interface SheetReader {
  /** Who stands in a file. */
  people(
    userId: string,
    file: UploadedFile,
    how: HowRead & Pick<SheetUse, 'passOver'>,
  ): Promise<SheetPeople>
  /** Hands over a file to be stored, for as long as `use` needs it. */
  withImport<T>(
    userId: string,
    file: UploadedFile,
    mapping: ImportMapping | null,
    use: (sheet: ImportSheet) => Promise<T>,
  ): Promise<T>
  /** Hands over what stands in its columns, for as long as `use` needs it. */
  withColumns<T>(
    userId: string,
    file: UploadedFile,
    how: HowRead,
    use: (columns: SheetColumns, numbers: Numbers) => Promise<T>,
  ): Promise<T>
  /** The rows that an import refuses, as a workbook. */
  refused(userId: string, file: UploadedFile, mapping: ImportMapping): Promise<Uint8Array>
}

/** Throws `no_file` and `spreadsheet_too_large`. */
export function requireSpreadsheet(file: UploadedFile | null): UploadedFile {
  if (!file) throw new DomainError('no_file')
  if (file.size > SPREADSHEET_MAX_BYTES) {
    const rows = CONTACT_ROWS_MAX.toLocaleString('en')
    throw new DomainError('spreadsheet_too_large', { rows })
  }
  return file
}

/** One for the whole server: each file may use the reading thread's whole memory limit. */
export function createSheetReader(clock: Clock, countryOf: CountryOf): SheetReader {
  const readings = createFairQueue({ reservedForShort: 1 })

  async function inTurn<T>(
    userId: string,
    { path, size }: UploadedFile,
    use: SheetUse,
    read: (task: WorkerTask) => Promise<T>,
  ): Promise<T> {
    const task = { path, bytes: size, country: await countryOf(userId), use }
    return readings.run(userId, () => read(task), { short: isSmallSpreadsheet(task) })
  }

  const all = { csv: true, passOver: null }
  return {
    people: (userId, file, how) =>
      inTurn(userId, file, { ...all, ...how, kind: 'people' }, (task) =>
        readSpreadsheet(clock, task),
      ),
    withImport(userId, file, mapping, use) {
      const csv = mapping !== null || isNamedExcel(file)
      const how = { ...all, csv, mapping, reading: mapping ?? {}, kind: 'import' } as const
      return inTurn(userId, file, how, (task) => withImportSheet(clock, task, use))
    },
    withColumns: (userId, file, how, use) =>
      inTurn(userId, file, { ...all, ...how, kind: 'columns' }, (task) =>
        withColumns(clock, task, use),
      ),
    refused: (userId, file, mapping) =>
      inTurn(userId, file, { ...all, mapping, reading: mapping, kind: 'refused' }, (task) =>
        readRefused(clock, task),
      ),
  }
}

/** Excel opens texts under its own names, too. */
function isNamedExcel({ originalName, claimedType }: UploadedFile): boolean {
  if (/\.csv$/i.test(originalName)) return false
  return /\.xlsx?$/i.test(originalName) || EXCEL_TYPES.has(claimedType)
}
