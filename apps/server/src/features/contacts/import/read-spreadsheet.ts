import { setImmediate } from 'node:timers/promises'
import type { SheetColumns } from '@kirim/contract/contact-import'
import type { Clock } from '../../../platform/clock.ts'
import type { EnsuredDetails } from '../details/ensure-details.ts'
import type { SheetPeople } from '../spreadsheet/collect-people.ts'
import type { PeopleBatch } from './people-batch.ts'
import {
  type FromWorker,
  type Reading,
  type ReadingLimits,
  type SheetSummary,
  startReading,
  type WorkerTask,
} from './sheet-thread.ts'

/** 100,000 rows need half of this memory and an eighth of this time, unless others need it, too. */
const LIMITS: ReadingLimits = { timeMs: 40_000, memoryMb: 768 }
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

function limitsOf(task: WorkerTask): ReadingLimits {
  return isSmallSpreadsheet(task) ? { ...LIMITS, timeMs: SMALL_FILE_TIMEOUT_MS } : LIMITS
}

/** The people of a file; throws what `Reading` does. */
export async function readSpreadsheet(
  clock: Clock,
  task: WorkerTask,
  limits = limitsOf(task),
): Promise<SheetPeople> {
  const people: SheetPeople['people'][number][] = []
  const reading = startReading(clock, task, limits)
  try {
    for (;;) {
      const message = await reading.next()
      if (message.kind === 'people') {
        const some: SheetPeople['people'] = JSON.parse(message.people)
        people.push(...some)
        await setImmediate()
      }
      if (message.kind === 'done') {
        const { found: _, ...summary } = message.summary
        return { ...summary, people }
      }
    }
  } finally {
    await reading.end()
  }
}

/** The numbers of everybody in a file, some at a time. */
export type Numbers = () => AsyncIterable<readonly string[]>

/** Hands over what stands in a file, for as long as `use` needs it; throws what `Reading` does. */
export async function withColumns<T>(
  clock: Clock,
  task: WorkerTask,
  use: (columns: SheetColumns, numbers: Numbers) => Promise<T>,
): Promise<T> {
  const reading = startReading(clock, task, limitsOf(task))
  try {
    const { columns } = await nextOf(reading, 'columns')
    return await use(columns, numbersFrom(reading))
  } finally {
    await reading.end()
  }
}

/** The refused rows of a file as a workbook; throws what `Reading` does. */
export async function readRefused(clock: Clock, task: WorkerTask): Promise<Uint8Array> {
  const reading = startReading(clock, task, limitsOf(task))
  try {
    return (await nextOf(reading, 'file')).file
  } finally {
    await reading.end()
  }
}

function numbersFrom(reading: Reading): Numbers {
  return async function* numbers() {
    reading.ask({ kind: 'numbers' })
    for await (const message of untilEnd(reading)) {
      if (message.kind === 'numbers') yield message.numbers
    }
  }
}

/** A file that is read as a whole and can be stored. */
export interface ImportSheet extends SheetSummary {
  readonly numbers: Numbers
  /** Everybody, as they are stored, some at a time. */
  batches(details: EnsuredDetails): AsyncIterable<PeopleBatch>
}

/** Hands over a file for as long as `use` needs it; throws what `Reading` does. */
export async function withImportSheet<T>(
  clock: Clock,
  task: WorkerTask,
  use: (sheet: ImportSheet) => Promise<T>,
): Promise<T> {
  const reading = startReading(clock, task, limitsOf(task))
  try {
    const { summary } = await nextOf(reading, 'done')
    return await use({
      ...summary,
      numbers: numbersFrom(reading),
      async *batches(details) {
        reading.ask({ kind: 'batches', details })
        for await (const message of untilEnd(reading)) {
          if (message.kind === 'batch') yield message.batch
        }
      },
    })
  } finally {
    await reading.end()
  }
}

async function* untilEnd(reading: Reading): AsyncGenerator<FromWorker> {
  for (;;) {
    const message = await reading.next()
    if (message.kind === 'end') return
    yield message
  }
}

async function nextOf<K extends FromWorker['kind']>(
  reading: Reading,
  kind: K,
): Promise<Extract<FromWorker, { kind: K }>> {
  for (;;) {
    const message = await reading.next()
    if (isOf(message, kind)) return message
  }
}

function isOf<K extends FromWorker['kind']>(
  message: FromWorker,
  kind: K,
): message is Extract<FromWorker, { kind: K }> {
  return message.kind === kind
}
