import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { TAGS_MAX } from '@kirim/contract/contact-details'
import type { ImportMapping, SheetColumns, SheetReading } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { workerEnvironment } from '../../../platform/worker-environment.ts'
import type { EnsuredDetails } from '../details/ensure-details.ts'
import type { PassOver } from '../spreadsheet/choose-sheet.ts'
import type { SheetPeople } from '../spreadsheet/collect-people.ts'
import type { SheetRefusal } from '../spreadsheet/opened-file.ts'
import type { PeopleBatch } from './people-batch.ts'

/** What a file is read for. */
export interface SheetUse {
  /**
   * An import asks on for who was found, and `columns` for their numbers; of `people` all are told
   * at once; `refused` makes a file of the rows without a number.
   */
  readonly kind: 'columns' | 'import' | 'people' | 'refused'
  /** A text with separators is read, too. */
  readonly csv: boolean
  readonly reading: SheetReading
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

/** What was found, once the whole file is read. */
export interface SheetSummary extends Omit<SheetPeople, 'people'> {
  /** How many people. */
  readonly found: number
}

export type FromWorker =
  /** As JSON: the port hands over all that waits at once, and makes no objects of a text. */
  | { readonly kind: 'people'; readonly people: string }
  | { readonly kind: 'done'; readonly summary: SheetSummary }
  | { readonly kind: 'numbers'; readonly numbers: readonly string[] }
  | { readonly kind: 'batch'; readonly batch: PeopleBatch }
  | { readonly kind: 'end' }
  | { readonly kind: 'columns'; readonly columns: SheetColumns }
  | { readonly kind: 'file'; readonly file: Uint8Array }
  | { readonly kind: 'refused'; readonly code: SheetRefusal; readonly row: number | null }

/** What is asked for, as often as one likes, once the file is read. */
export type ToWorker =
  | { readonly kind: 'numbers' }
  | { readonly kind: 'batches'; readonly details: EnsuredDetails }

export interface ReadingLimits {
  readonly timeMs: number
  readonly memoryMb: number
}

const WORKER = new URL('./import.worker.ts', import.meta.url)

/** A file that is read in its own thread. */
export interface Reading {
  /**
   * The next message. Throws the refusals of `SheetRefusal`; a file that needs more time is
   * `spreadsheet_too_slow`, one above another limit `spreadsheet_too_large`.
   */
  next(): Promise<FromWorker>
  ask(what: ToWorker): void
  /** Ends the thread, if it has not ended. */
  end(): Promise<void>
}

/**
 * Reads a file in its own thread with limits of memory and time, so that no file can block or crash
 * the server, or block small files for more than some seconds.
 */
export function startReading(clock: Clock, task: WorkerTask, limits: ReadingLimits): Reading {
  const worker = new Worker(WORKER, {
    workerData: task,
    execArgv: [],
    env: workerEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  })
  const messages = on(worker, 'message', { close: ['exit'] })
  let isLate = false
  const cancelTimer = clock.after(limits.timeMs, () => {
    isLate = true
    void worker.terminate()
  })
  worker.once('exit', cancelTimer)

  async function receive(): Promise<FromWorker | null> {
    try {
      const { value, done } = await messages.next()
      return done ? null : value[0]
    } catch (error) {
      const isOutOfMemory =
        error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw refusal(isOutOfMemory ? 'spreadsheet_too_large' : 'spreadsheet_unreadable', null)
    }
  }

  return {
    async next() {
      const message = await receive()
      if (!message) throw refusal(isLate ? 'spreadsheet_too_slow' : 'spreadsheet_unreadable', null)
      if (message.kind === 'refused') throw refusal(message.code, message.row)
      // What is asked for after this takes no longer than there are rows.
      if (message.kind === 'done' || message.kind === 'columns') cancelTimer()
      return message
    },
    ask: (what) => worker.postMessage(what),
    async end() {
      await worker.terminate()
    },
  }
}

function refusal(code: SheetRefusal, row: number | null): DomainError {
  if (row !== null) return new DomainError(code, { row })
  if (code === 'contact_tags_too_many') return new DomainError(code, { n: TAGS_MAX })
  const params =
    code === 'spreadsheet_too_large' ? { rows: CONTACT_ROWS_MAX.toLocaleString('en') } : {}
  return new DomainError(code, params)
}
