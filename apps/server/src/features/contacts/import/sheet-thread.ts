import { Worker } from 'node:worker_threads'
import { TAGS_MAX } from '@kirim/contract/contact-details'
import type { ImportMapping, SheetColumns, SheetReading } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { workerEnvironment } from '../../../platform/worker-environment.ts'
import type { SkippedRows } from '../spreadsheet/choose-sheet.ts'
import type { SheetPeople } from '../spreadsheet/collect-people.ts'
import type { SheetRefusal } from '../spreadsheet/opened-file.ts'
import type { EnsuredDetails, PeopleBatch } from './people-batch.ts'

/** The thread's first answer, after it has read the whole file, by kind of task. */
export interface SheetAnswers {
  readonly columns: SheetColumns
  readonly people: SheetSummary
  /** The rows without a number, as a workbook. */
  readonly refused: Uint8Array
}

export interface SheetSummary extends Omit<SheetPeople, 'people'> {
  /** How many people. */
  readonly found: number
}

/** Questions that may follow, any number of times; each is answered in pages. */
export type SheetQuestion =
  | { readonly kind: 'people' }
  | { readonly kind: 'batches'; readonly details: EnsuredDetails }

interface SheetPages {
  /** JSON of `SheetPerson`s, because queued pages take less memory as text than as objects. */
  readonly people: string
  readonly batches: PeopleBatch
}

export interface SheetUse {
  readonly kind: keyof SheetAnswers
  /** Texts with separators are accepted too. */
  readonly csv: boolean
  /** The user has not seen the columns: a text without numbers is refused. */
  readonly isUnseen: boolean
  readonly reading: SheetReading
  /** Null finds the columns of numbers and names. */
  readonly mapping: ImportMapping | null
  /** Null when no rows are skipped. */
  readonly passOver: SkippedRows | null
}

export interface SheetTask<K extends keyof SheetAnswers = keyof SheetAnswers> {
  readonly path: string
  readonly bytes: number
  /** ISO 3166 alpha-2, for numbers without a country code. */
  readonly country: string
  readonly use: SheetUse & { readonly kind: K }
}

export type FromThread =
  | { readonly kind: 'read'; readonly answer: SheetAnswers[keyof SheetAnswers] }
  | { readonly kind: 'page'; readonly page: SheetPages[keyof SheetPages] }
  | { readonly kind: 'end' }
  | { readonly kind: 'refused'; readonly code: SheetRefusal; readonly row: number | null }

export interface ReadingLimits {
  readonly timeMs: number
  readonly memoryMb: number
}

/** The pages of one answer, for several concurrent consumers. */
export interface Pages<T> extends AsyncIterable<T> {
  /** The next page; null at the end. */
  take(): Promise<T | null>
  /** The next page if it has arrived; null otherwise. */
  takeReady(): T | null
  /** Ends the pages for all consumers. */
  end(): void
}

/** A file that was read; its thread keeps the contents. */
export interface ReadSheet<K extends keyof SheetAnswers> {
  readonly answer: SheetAnswers[K]
  /** One question at a time: all pages of the previous one must have been taken. */
  ask<Q extends SheetQuestion>(question: Q): Pages<SheetPages[Q['kind']]>
}

const WORKER = new URL('./import.worker.ts', import.meta.url)

/**
 * Reads a file in its own thread with memory and time limits, so that no file can block or crash
 * the server. The thread ends when `use` ends. Throws a `SheetRefusal`: `spreadsheet_too_slow`
 * above the time limit, `spreadsheet_too_large` above any other.
 */
export async function withSheet<K extends keyof SheetAnswers, T>(
  clock: Clock,
  task: SheetTask<K>,
  { timeMs, memoryMb }: ReadingLimits,
  use: (sheet: ReadSheet<K>) => Promise<T>,
): Promise<T> {
  const worker = new Worker(WORKER, {
    workerData: task,
    execArgv: [],
    env: workerEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  const messages = receive(worker)
  const cancelTimer = clock.after(timeMs, () => {
    messages.fail('spreadsheet_too_slow')
    void worker.terminate()
  })
  worker.once('exit', cancelTimer)
  try {
    const message = await messages.next()
    // Later questions take time in proportion to the rows, so they need no limit.
    cancelTimer()
    if (message.kind !== 'read') throw new Error('The thread answered before it was asked.')
    return await use({
      answer: message.answer as SheetAnswers[K],
      ask<Q extends SheetQuestion>(question: Q) {
        worker.postMessage(question)
        return pagesOf<SheetPages[Q['kind']]>(messages)
      },
    })
  } finally {
    await worker.terminate()
  }
}

interface Messages {
  /** Throws the refusal of a file that cannot be read. */
  next(): Promise<FromThread>
  /** The next message if one has arrived. */
  nextReady(): FromThread | null
  /** Rejects all further reads with this reason; the first reason wins. */
  fail(code: SheetRefusal): void
}

function receive(worker: Worker): Messages {
  const arrived: FromThread[] = []
  let waiting: PromiseWithResolvers<FromThread> | null = null
  let failure: DomainError | null = null

  function fail(error: DomainError): void {
    failure ??= error
    waiting?.reject(failure)
    waiting = null
  }
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'refused') return fail(refusal(message.code, message.row))
    if (!waiting) return arrived.push(message)
    waiting.resolve(message)
    waiting = null
  })
  worker.on('error', (error: { code?: string }) => {
    const isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    fail(refusal(isOutOfMemory ? 'spreadsheet_too_large' : 'spreadsheet_unreadable'))
  })
  worker.on('exit', () => fail(refusal('spreadsheet_unreadable')))
  return {
    async next() {
      const first = arrived.shift()
      if (first) return first
      if (failure) throw failure
      waiting = Promise.withResolvers()
      return waiting.promise
    },
    nextReady: () => arrived.shift() ?? null,
    fail: (code) => fail(refusal(code)),
  }
}

function pagesOf<T>(messages: Pick<Messages, 'next' | 'nextReady'>): Pages<T> {
  let isOver = false
  /** Consumers are served in the order in which they called. */
  let last: Promise<T | null> = Promise.resolve(null)

  function pageIn(message: FromThread | null): T | null {
    if (message?.kind === 'end') isOver = true
    return message?.kind === 'page' && !isOver ? (message.page as T) : null
  }
  const take = () => {
    last = last.then(async () => (isOver ? null : pageIn(await messages.next())))
    return last
  }
  return {
    take,
    takeReady: () => (isOver ? null : pageIn(messages.nextReady())),
    end() {
      isOver = true
    },
    async *[Symbol.asyncIterator]() {
      for (let page = await take(); page !== null; page = await take()) yield page
    },
  }
}

function refusal(code: SheetRefusal, row: number | null = null): DomainError {
  if (row !== null) return new DomainError(code, { row })
  if (code === 'contact_tags_too_many') return new DomainError(code, { n: TAGS_MAX })
  const params =
    code === 'spreadsheet_too_large' ? { rows: CONTACT_ROWS_MAX.toLocaleString('en') } : {}
  return new DomainError(code, params)
}
