import { Worker } from 'node:worker_threads'
import type { RowError } from '@kirim/contract/contacts'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { SheetPeople } from './collect-people.ts'
import type { SheetRefusal } from './refusal.ts'

export interface WorkerTask {
  readonly path: string
  readonly bytes: number
  /** ISO 3166 alpha-2, for numbers without a country code. */
  readonly country: string
}

export type FromWorker =
  | { readonly kind: 'people'; readonly people: SheetPeople['people'] }
  | { readonly kind: 'errors'; readonly errors: readonly RowError[] }
  | { readonly kind: 'done'; readonly rows: number }
  | { readonly kind: 'refused'; readonly code: SheetRefusal }

const WORKER = new URL('./spreadsheet.worker.ts', import.meta.url)
/** 100,000 rows need half of this memory and a tenth of this time. */
const LIMITS = { timeMs: 20_000, memoryMb: 768 }
/**
 * A file of a few thousand rows takes about a second, even one that decompresses to the maximum.
 */
const SMALL_MAX_BYTES = 100 * 1024
const SMALL_FILE_TIMEOUT_MS = 5000

/** Whether a file is read so quickly that it need not wait behind large ones. */
export function isSmallSpreadsheet({ bytes }: WorkerTask): boolean {
  return bytes <= SMALL_MAX_BYTES
}

function limitsOf(task: WorkerTask): typeof LIMITS {
  return isSmallSpreadsheet(task) ? { ...LIMITS, timeMs: SMALL_FILE_TIMEOUT_MS } : LIMITS
}

/**
 * Reads an Excel file in its own thread with limits of memory and time, so that no file can block
 * or crash the server, or block small files for more than some seconds. Throws the refusals of
 * `SheetRefusal`; a file above a limit is `spreadsheet_too_large`.
 */
export function readSpreadsheet(
  clock: Clock,
  task: WorkerTask,
  limits = limitsOf(task),
): Promise<SheetPeople> {
  const worker = new Worker(WORKER, {
    workerData: task,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  return new Promise<SheetPeople>((done, fail) => {
    const people: SheetPeople['people'][number][] = []
    const errors: RowError[] = []
    const refuse = (code: SheetRefusal) => fail(refusal(code))
    const cancelTimer = clock.after(limits.timeMs, () => {
      refuse('spreadsheet_too_large')
      void worker.terminate()
    })
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'people') people.push(...message.people)
      else if (message.kind === 'errors') errors.push(...message.errors)
      else if (message.kind === 'done') done({ people, errors, rows: message.rows })
      else refuse(message.code)
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

function refusal(code: SheetRefusal): DomainError {
  const params =
    code === 'spreadsheet_too_large' ? { rows: CONTACT_ROWS_MAX.toLocaleString('en') } : {}
  return new DomainError(code, params)
}
