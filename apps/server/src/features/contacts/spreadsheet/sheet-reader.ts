import type { ImportMapping, SheetColumns } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { CountryOf } from '../contacts.ports.ts'
import type { SheetPeople } from './collect-people.ts'
import {
  type ImportSheet,
  isSmallSpreadsheet,
  readColumns,
  readSpreadsheet,
  withImportSheet,
} from './read-spreadsheet.ts'
import type { SheetUse, WorkerTask } from './reading.ts'

type PeopleUse = Omit<Extract<SheetUse, { kind: 'people' | 'import' }>, 'kind'>

/** Reads files. Throws the refusals of one that cannot be read. */
export interface SheetReader {
  /** Who stands in a file. */
  people(userId: string, file: UploadedFile, how: PeopleUse): Promise<SheetPeople>
  /** Hands over a file to be stored, for as long as `use` needs it. */
  withImport<T>(
    userId: string,
    file: UploadedFile,
    mapping: ImportMapping | null,
    use: (sheet: ImportSheet) => Promise<T>,
  ): Promise<T>
  /** What stands in its columns. */
  columns(userId: string, file: UploadedFile): Promise<SheetColumns>
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

  return {
    people: (userId, file, how) =>
      inTurn(userId, file, { kind: 'people', ...how }, (task) => readSpreadsheet(clock, task)),
    withImport(userId, file, mapping, use) {
      const how = { kind: 'import', csv: mapping !== null, mapping, passOver: null } as const
      return inTurn(userId, file, how, (task) => withImportSheet(clock, task, use))
    },
    columns: (userId, file) =>
      inTurn(userId, file, { kind: 'columns', csv: true }, (task) => readColumns(clock, task)),
  }
}
