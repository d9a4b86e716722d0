import { setImmediate } from 'node:timers/promises'
import type { ImportMapping } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { CountryOf } from '../contacts.ports.ts'
import type { SheetPeople } from '../spreadsheet/collect-people.ts'
import {
  type ReadingLimits,
  type ReadSheet,
  type SheetAnswers,
  type SheetTask,
  type SheetUse,
  withSheet,
} from './sheet-thread.ts'

type HowRead = Pick<SheetUse, 'reading' | 'mapping'>

/** Reads spreadsheets. Throws the refusal of a file that cannot be read. */
export interface SheetReader {
  /** The people in a file. */
  people(
    workspaceId: string,
    file: UploadedFile,
    how: HowRead & Pick<SheetUse, 'passOver'>,
  ): Promise<SheetPeople>
  /** Passes the people of a file to `use`, and keeps its thread until `use` ends. */
  withImport<T>(
    workspaceId: string,
    file: UploadedFile,
    mapping: ImportMapping | null,
    use: (sheet: ReadSheet<'people'>) => Promise<T>,
  ): Promise<T>
  /** Passes a description of the columns to `use`, and keeps its thread until `use` ends. */
  withColumns<T>(
    workspaceId: string,
    file: UploadedFile,
    how: HowRead,
    use: (sheet: ReadSheet<'columns'>) => Promise<T>,
  ): Promise<T>
  /** The rows that an import refuses, as a workbook. */
  refused(workspaceId: string, file: UploadedFile, mapping: ImportMapping): Promise<Uint8Array>
}

/** 100,000 rows need half of this memory and, on an idle machine, an eighth of this time. */
const LIMITS: ReadingLimits = { timeMs: 40_000, memoryMb: 768 }
/**
 * A file of a few thousand rows takes about a second, even one that decompresses to the maximum;
 * several on a busy machine.
 */
const SMALL_MAX_BYTES = 100 * 1024
const SMALL_LIMITS: ReadingLimits = { ...LIMITS, timeMs: 15_000 }

/** The MIME types that browsers report for Excel files. */
const EXCEL_TYPES: ReadonlySet<string> = new Set([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
])

/** Throws `no_file` and `spreadsheet_too_large`. */
export function requireSpreadsheet(file: UploadedFile | null): UploadedFile {
  if (!file) throw new DomainError('no_file')
  if (file.size > SPREADSHEET_MAX_BYTES) {
    const rows = CONTACT_ROWS_MAX.toLocaleString('en')
    throw new DomainError('spreadsheet_too_large', { rows })
  }
  return file
}

/** One for the whole server, because each file may use a thread's whole memory limit. */
export function createSheetReader(clock: Clock, countryOf: CountryOf): SheetReader {
  const readings = createFairQueue({ reservedForShort: 1 })

  /** Small files do not wait behind large ones. */
  async function inTurn<K extends keyof SheetAnswers, T>(
    workspaceId: string,
    { path, size }: UploadedFile,
    use: HowRead & Partial<SheetUse> & { readonly kind: K },
    read: (task: SheetTask<K>) => Promise<T>,
  ): Promise<T> {
    const all = { csv: true, isUnseen: false, passOver: null }
    const task = {
      path,
      bytes: size,
      country: await countryOf(workspaceId),
      use: { ...all, ...use },
    }
    return readings.run(workspaceId, () => read(task), { short: size <= SMALL_MAX_BYTES })
  }

  return {
    people: (workspaceId, file, how) =>
      inTurn(workspaceId, file, { ...how, kind: 'people' }, (task) => readPeople(clock, task)),
    withImport(workspaceId, file, mapping, use) {
      const isUnseen = mapping === null
      const csv = !isUnseen || isNamedExcel(file)
      const how = { csv, isUnseen, mapping, reading: mapping ?? {}, kind: 'people' } as const
      return inTurn(workspaceId, file, how, (task) => withSheet(clock, task, limitsOf(task), use))
    },
    withColumns: (workspaceId, file, how, use) =>
      inTurn(workspaceId, file, { ...how, kind: 'columns' }, (task) =>
        withSheet(clock, task, limitsOf(task), use),
      ),
    refused: (workspaceId, file, mapping) =>
      inTurn(workspaceId, file, { mapping, reading: mapping, kind: 'refused' }, (task) =>
        withSheet(clock, task, limitsOf(task), async ({ answer }) => answer),
      ),
  }
}

function limitsOf({ bytes }: SheetTask): ReadingLimits {
  return bytes <= SMALL_MAX_BYTES ? SMALL_LIMITS : LIMITS
}

/** Excel also opens texts with its own file names. */
function isNamedExcel({ originalName, claimedType }: UploadedFile): boolean {
  if (/\.csv$/i.test(originalName)) return false
  return /\.xlsx?$/i.test(originalName) || EXCEL_TYPES.has(claimedType)
}

/** The people of a file; throws what `withSheet` does. */
export function readPeople(
  clock: Clock,
  task: SheetTask<'people'>,
  limits = limitsOf(task),
): Promise<SheetPeople> {
  return withSheet(clock, task, limits, async (sheet) => {
    const { found: _, ...summary } = sheet.answer
    const people: SheetPeople['people'][number][] = []
    for await (const page of sheet.ask({ kind: 'people' })) {
      const some: SheetPeople['people'] = JSON.parse(page)
      people.push(...some)
      await setImmediate()
    }
    return { ...summary, people }
  })
}
