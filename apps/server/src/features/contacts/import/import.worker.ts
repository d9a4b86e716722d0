import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { SheetColumns } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import { phoneLikeness } from '../numbers/phone-number.ts'
import {
  type ChosenSheet,
  chooseSheet,
  listSheets,
  meantRows,
} from '../spreadsheet/choose-sheet.ts'
import { collectPeople, type SheetPeople } from '../spreadsheet/collect-people.ts'
import { describeColumns, previewImport } from '../spreadsheet/describe-sheet.ts'
import { findColumns, type PhoneLikeness } from '../spreadsheet/find-columns.ts'
import { openFile } from '../spreadsheet/open-file.ts'
import type { OpenedFile } from '../spreadsheet/opened-file.ts'
import { SheetRefused } from '../spreadsheet/opened-file.ts'
import { mappedColumns, type PeopleColumns } from '../spreadsheet/people-columns.ts'
import { writeRefused } from '../spreadsheet/refused-file.ts'
import { peopleBatches } from './people-batch.ts'
import type { FromWorker, SheetSummary, ToWorker, WorkerTask } from './sheet-thread.ts'

/** Small enough that making objects of one does not block the server's thread. */
const BATCH = 2000

function post(message: FromWorker): void {
  parentPort?.postMessage(message)
}

function inBatches<T>(all: readonly T[], send: (batch: T[]) => void): void {
  for (let at = 0; at < all.length; at += BATCH) send(all.slice(at, at + BATCH))
}

interface Opened {
  readonly file: OpenedFile
  readonly sheet: ChosenSheet
  readonly likeness: PhoneLikeness
}

async function openSheet({ path, country, use }: WorkerTask): Promise<Opened> {
  const { encoding, sheet, hiddenRows = false } = use.reading
  const file = await openFile(readFileSync(path), { csv: use.csv, encoding })
  const likeness = likenessIn(country)
  return { file, sheet: chooseSheet(file, { sheet, hiddenRows }, likeness), likeness }
}

function peopleColumns({ use }: WorkerTask, { file, sheet, likeness }: Opened): PeopleColumns {
  if (use.mapping) return mappedColumns(use.mapping, sheet.rows)
  const columns = findColumns(sheet.rows, likeness)
  if (columns)
    return { ...columns, tags: [], fields: [], everyNumber: use.reading.everyNumber ?? false }
  // Any text can be read as a sheet: one that was called Excel and has no numbers is none.
  const isText = use.kind === 'import' && file.csv !== null
  throw new SheetRefused(isText ? 'not_excel' : 'spreadsheet_no_phone_column')
}

/** Remembered, because the same cells are asked about for each row that may be the headings. */
function likenessIn(country: string): PhoneLikeness {
  const known = new Map<string, number>()
  return (text) => {
    const found = known.get(text) ?? phoneLikeness(text, country)
    known.set(text, found)
    return found
  }
}

function refuseBadLength(rows: number): void {
  if (rows === 0) throw new SheetRefused('spreadsheet_empty')
  if (rows > CONTACT_ROWS_MAX) throw new SheetRefused('spreadsheet_too_large')
}

async function readSheet(task: WorkerTask): Promise<void> {
  const opened = await openSheet(task)
  if (task.use.kind === 'columns') return describe(task, opened)
  const columns = peopleColumns(task, opened)
  refuseBadLength(columns.rows.length)
  const { kind, passOver } = task.use
  if (kind === 'refused') {
    post({ kind: 'file', file: await writeRefused(opened.sheet.rows, columns, task.country) })
    return
  }
  const meant = passOver ? meantRows(opened.sheet.rows, columns.rows, passOver) : columns.rows
  const passedOver = columns.rows.length - meant.length
  const { people, ...rest } = collectPeople({ ...columns, rows: meant }, task.country)
  const summary: SheetSummary = { ...rest, passedOver, found: people.length }
  if (kind === 'import') parentPort?.on('message', (asked) => answer(people, asked))
  else inBatches(people, (batch) => post({ kind: 'people', people: JSON.stringify(batch) }))
  post({ kind: 'done', summary })
}

/** What the file holds, and what an import of it would do. */
function describe(task: WorkerTask, opened: Opened): void {
  const { file, sheet, likeness } = opened
  const { hiddenRows = false } = task.use.reading
  const described = describeColumns(sheet.rows, likeness)
  refuseBadLength(described.rows)
  const isFound = task.use.mapping !== null || described.phone !== null
  const collected = isFound
    ? // As the import reads it, once the person has seen the columns.
      collectPeople({ ...peopleColumns(task, opened), isSaid: true }, task.country)
    : null
  const people = collected?.people ?? []
  parentPort?.on('message', (asked) => answer(people, asked))
  const columns: SheetColumns = {
    ...described,
    csv: file.csv,
    text: file.text,
    sheet: sheet.index,
    sheets: listSheets(file, { hiddenRows }, likeness),
    hiddenRows: sheet.hidden,
    preview: collected && previewImport(collected),
  }
  post({ kind: 'columns', columns })
}

function answer(people: SheetPeople['people'], asked: ToWorker): void {
  if (asked.kind === 'numbers') {
    const numbers = people.map(({ phoneNumber }) => phoneNumber)
    inBatches(numbers, (batch) => post({ kind: 'numbers', numbers: batch }))
  } else {
    for (const batch of peopleBatches(people, asked.details)) post({ kind: 'batch', batch })
  }
  post({ kind: 'end' })
}

try {
  await readSheet(workerData as WorkerTask)
} catch (error) {
  const { code, row } =
    error instanceof SheetRefused ? error : new SheetRefused('spreadsheet_unreadable')
  post({ kind: 'refused', code, row })
}
