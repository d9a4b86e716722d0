import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { SheetColumns } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import { peopleBatches } from '../people-batch.ts'
import { phoneLikeness } from '../phone-number.ts'
import {
  collectPeople,
  mappedColumns,
  type PeopleColumns,
  type SheetPeople,
} from './collect-people.ts'
import { findColumns, type PhoneLikeness } from './find-columns.ts'
import { openCsv } from './open-csv.ts'
import { looksLikeWorkbook, openWorkbook } from './open-workbook.ts'
import { meantRows } from './pass-over.ts'
import type { FromWorker, SheetSummary, ToWorker, WorkerTask } from './reading.ts'
import { SheetRefused } from './refusal.ts'
import { describeColumns } from './sheet-columns.ts'
import type { SheetRow } from './sheet-row.ts'

/** Small enough that making objects of one does not block the server's thread. */
const BATCH = 2000

function post(message: FromWorker): void {
  parentPort?.postMessage(message)
}

function inBatches<T>(all: readonly T[], send: (batch: T[]) => void): void {
  for (let at = 0; at < all.length; at += BATCH) send(all.slice(at, at + BATCH))
}

interface Sheet {
  readonly rows: readonly SheetRow[]
  readonly csv: SheetColumns['csv']
}

async function openSheet({ path, use }: WorkerTask): Promise<Sheet> {
  const file = readFileSync(path)
  const csv = use.csv && !looksLikeWorkbook(file) ? openCsv(file) : null
  const everything = use.kind === 'columns' || use.mapping !== null
  const rows = csv ? csv.rows : await openWorkbook(file, { everything })
  if (rows.length === 0) throw new SheetRefused('spreadsheet_empty')
  return { rows, csv: csv && { encoding: csv.encoding, separator: csv.separator } }
}

function peopleColumns({ country, use }: WorkerTask, { rows }: Sheet): PeopleColumns {
  if (use.kind !== 'columns' && use.mapping) return mappedColumns(use.mapping, rows)
  const columns = findColumns(rows, likenessIn(country))
  if (!columns) throw new SheetRefused('spreadsheet_no_phone_column')
  return { ...columns, tags: [], fields: [] }
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
  const sheet = await openSheet(task)
  if (task.use.kind === 'columns') {
    const columns = describeColumns(sheet.rows, likenessIn(task.country), sheet.csv)
    refuseBadLength(columns.rows)
    post({ kind: 'columns', columns })
    return
  }
  const columns = peopleColumns(task, sheet)
  refuseBadLength(columns.rows.length)
  const { passOver } = task.use
  const meant = passOver ? meantRows(sheet.rows, columns.rows, passOver) : columns.rows
  const passedOver = columns.rows.length - meant.length
  const { people, ...rest } = collectPeople({ ...columns, rows: meant }, task.country)
  const summary: SheetSummary = { ...rest, passedOver, found: people.length }
  if (task.use.kind === 'import') parentPort?.on('message', (asked) => answer(people, asked))
  else inBatches(people, (batch) => post({ kind: 'people', people: JSON.stringify(batch) }))
  post({ kind: 'done', summary })
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
