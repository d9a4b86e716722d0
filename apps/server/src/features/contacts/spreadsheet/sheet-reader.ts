import { CONTACT_ROWS_MAX, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { CountryOf } from '../contacts.ports.ts'
import type { SheetPeople } from './collect-people.ts'
import { isSmallSpreadsheet, readSpreadsheet } from './read-spreadsheet.ts'

/** Reads who stands in a file. Throws the refusals of one that cannot be read. */
export type ReadSheet = (userId: string, file: UploadedFile) => Promise<SheetPeople>

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
export function createSheetReader(clock: Clock, countryOf: CountryOf): ReadSheet {
  const readings = createFairQueue({ reservedForShort: 1 })
  return async (userId, { path, size }) => {
    const task = { path, bytes: size, country: await countryOf(userId) }
    return readings.run(userId, () => readSpreadsheet(clock, task), {
      short: isSmallSpreadsheet(task),
    })
  }
}
