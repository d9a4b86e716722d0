import { Worker } from 'node:worker_threads'
import { TAGS_MAX } from '@kirim/contract/contact-details'
import type { ImportMapping, RowError, SheetColumns } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { workerEnvironment } from '../../../platform/worker-environment.ts'
import type { SheetPeople } from './collect-people.ts'
import type { PassOver } from './pass-over.ts'
import type { SheetRefusal } from './refusal.ts'

/** What a file is read for. */
export type SheetUse =
  | { readonly kind: 'columns'; readonly csv: true }
  | {
      readonly kind: 'people'
      /** A text with separators is read, too. */
      readonly csv: boolean
      /** Null finds the columns of numbers and names. */
      readonly mapping: ImportMapping | null
      /** Null when every row is meant. */
      readonly passOver: PassOver | null
    }

export interface WorkerTask {
  readonly path: string
  readonly bytes: number
  /** ISO 3166 alpha-2, for numbers without a country code. */
  readonly country: string
  readonly use: SheetUse
}

export type FromWorker =
  | { readonly kind: 'people'; readonly people: SheetPeople['people'] }
  | { readonly kind: 'errors'; readonly errors: readonly RowError[] }
  | {
      readonly kind: 'done'
      readonly rows: number
      readonly refused: number
      readonly passedOver: number
      readonly tags: readonly string[]
    }
  | { readonly kind: 'columns'; readonly columns: SheetColumns }
  | { readonly kind: 'refused'; readonly code: SheetRefusal; readonly row: number | null }

const WORKER = new URL('./spreadsheet.worker.ts', import.meta.url)
/** 100,000 rows need half of this memory and an eighth of this time, unless others need it, too. */
const LIMITS = { timeMs: 40_000, memoryMb: 768 }
/**
 * A file of a few thousand rows takes about a second, even one that decompresses to the maximum;
 * where others need the processor, too, several.
 */
const SMALL_MAX_BYTES = 100 * 1024
const SMALL_FILE_TIMEOUT_MS = 15_000

/** Whether a file is read so quickly that it need not wait behind large ones. */
export function isSmallSpreadsheet({ bytes }: Pick<WorkerTask, 'bytes'>): boolean {
  return bytes <= SMALL_MAX_BYTES
}

function limitsOf(task: WorkerTask): typeof LIMITS {
  return isSmallSpreadsheet(task) ? { ...LIMITS, timeMs: SMALL_FILE_TIMEOUT_MS } : LIMITS
}

/** The people of a file; throws what `inWorker` does. */
export async function readSpreadsheet(
  clock: Clock,
  task: WorkerTask,
  limits = limitsOf(task),
): Promise<SheetPeople> {
  const people: SheetPeople['people'][number][] = []
  const errors: RowError[] = []
  const { rows, refused, passedOver, tags } = await inWorker(clock, task, limits, (message) => {
    if (message.kind === 'people') people.push(...message.people)
    else if (message.kind === 'errors') errors.push(...message.errors)
    return message.kind === 'done' ? message : null
  })
  return { people, errors, refused, passedOver, rows, tags }
}

/** What stands in the columns of a file; throws what `inWorker` does. */
export async function readColumns(clock: Clock, task: WorkerTask): Promise<SheetColumns> {
  const { columns } = await inWorker(clock, task, limitsOf(task), (message) =>
    message.kind === 'columns' ? message : null,
  )
  return columns
}

/**
 * Reads a file in its own thread with limits of memory and time, so that no file can block or crash
 * the server, or block small files for more than some seconds. Resolves with what `take` makes of
 * the last message. Throws the refusals of `SheetRefusal`; a file that needs more time is
 * `spreadsheet_too_slow`, one above another limit `spreadsheet_too_large`.
 */
function inWorker<T>(
  clock: Clock,
  task: WorkerTask,
  limits: typeof LIMITS,
  take: (message: FromWorker) => T | null,
): Promise<T> {
  const worker = new Worker(WORKER, {
    workerData: task,
    execArgv: [],
    env: workerEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  return new Promise<T>((done, fail) => {
    const refuse = (code: SheetRefusal, row: number | null = null) => fail(refusal(code, row))
    const cancelTimer = clock.after(limits.timeMs, () => {
      refuse('spreadsheet_too_slow')
      void worker.terminate()
    })
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'refused') return refuse(message.code, message.row)
      const taken = take(message)
      if (taken !== null) done(taken)
    })
    worker.on('error', (error) => {
      const outOfMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      refuse(outOfMemory ? 'spreadsheet_too_large' : 'spreadsheet_unreadable')
    })
    worker.on('exit', () => {
      cancelTimer()
      refuse('spreadsheet_unreadable')
    })
  })
}

function refusal(code: SheetRefusal, row: number | null): DomainError {
  if (row !== null) return new DomainError(code, { row })
  if (code === 'contact_tags_too_many') return new DomainError(code, { n: TAGS_MAX })
  const params =
    code === 'spreadsheet_too_large' ? { rows: CONTACT_ROWS_MAX.toLocaleString('en') } : {}
  return new DomainError(code, params)
}
