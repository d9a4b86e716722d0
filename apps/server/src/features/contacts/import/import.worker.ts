import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { SheetColumns } from '@kirim/contract/contact-import'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import { phoneLikeness } from '../numbers/phone-number.ts'
import {
  type ChosenSheet,
  chooseSheet,
  listSheets,
  withoutSkippedRows,
} from '../spreadsheet/choose-sheet.ts'
import { collectPeople, type SheetPeople } from '../spreadsheet/collect-people.ts'
import { describeColumns, previewImport } from '../spreadsheet/describe-sheet.ts'
import { findColumns, type PhoneLikeness } from '../spreadsheet/find-columns.ts'
import { openFile } from '../spreadsheet/open-file.ts'
import { type OpenedFile, SheetRefused } from '../spreadsheet/opened-file.ts'
import { mappedColumns, type PeopleColumns } from '../spreadsheet/people-columns.ts'
import { writeRefused } from '../spreadsheet/refused-file.ts'
import { peopleBatches } from './people-batch.ts'
import type { FromThread, SheetQuestion, SheetSummary, SheetTask } from './sheet-thread.ts'

/** Small enough that parsing a page does not block the server's thread. */
const PAGE = 2000

function post(message: FromThread): void {
  parentPort?.postMessage(message)
}

interface Opened {
  readonly file: OpenedFile
  readonly sheet: ChosenSheet
  readonly likeness: PhoneLikeness
}

/** Reads the file, then answers questions until the thread is terminated. */
async function readSheet(task: SheetTask): Promise<void> {
  const opened = await openSheet(task)
  if (task.use.kind === 'columns') return describe(task, opened)
  const columns = peopleColumns(task, opened)
  refuseBadLength(columns.rows.length)
  const { kind, passOver } = task.use
  if (kind === 'refused') {
    const answer = await writeRefused(opened.sheet.rows, columns, task.country)
    return post({ kind: 'read', answer })
  }
  const rows = passOver
    ? withoutSkippedRows(opened.sheet.rows, columns.rows, passOver)
    : columns.rows
  const passedOver = columns.rows.length - rows.length
  const { people, ...rest } = collectPeople({ ...columns, rows: rows }, task.country)
  const answer: SheetSummary = { ...rest, passedOver, found: people.length }
  answerQuestions(people)
  post({ kind: 'read', answer })
}

async function openSheet({ path, country, use }: SheetTask): Promise<Opened> {
  const { encoding, sheet, hiddenRows = false } = use.reading
  const file = await openFile(readFileSync(path), { csv: use.csv, encoding })
  const likeness = likenessIn(country)
  return { file, sheet: chooseSheet(file, { sheet, hiddenRows }, likeness), likeness }
}

/** Cached, because the same cells are checked for each row that may be the headings. */
function likenessIn(country: string): PhoneLikeness {
  const known = new Map<string, number>()
  return (text) => {
    const found = known.get(text) ?? phoneLikeness(text, country)
    known.set(text, found)
    return found
  }
}

function peopleColumns({ use }: SheetTask, { file, sheet, likeness }: Opened): PeopleColumns {
  if (use.mapping) return mappedColumns(use.mapping, sheet.rows)
  const columns = findColumns(sheet.rows, likeness)
  const { everyNumber = false } = use.reading
  if (columns) return { ...columns, tags: [], fields: [], everyNumber }
  // Any text can be parsed as a sheet, so a text without numbers that claims to be Excel is
  // refused.
  const isText = use.isUnseen && file.csv !== null
  throw new SheetRefused(isText ? 'not_excel' : 'spreadsheet_no_phone_column')
}

function refuseBadLength(rows: number): void {
  if (rows === 0) throw new SheetRefused('spreadsheet_empty')
  if (rows > CONTACT_ROWS_MAX) throw new SheetRefused('spreadsheet_too_large')
}

/** Describes the file and what an import of it would do. */
function describe(task: SheetTask, opened: Opened): void {
  const { file, sheet, likeness } = opened
  const { hiddenRows = false } = task.use.reading
  const described = describeColumns(sheet.rows, likeness)
  refuseBadLength(described.rows)
  const isFound = task.use.mapping !== null || described.phone !== null
  const collected = isFound
    ? // As the import reads it, once the person has seen the columns.
      collectPeople({ ...peopleColumns(task, opened), isSaid: true }, task.country)
    : null
  const answer: SheetColumns = {
    ...described,
    csv: file.csv,
    text: file.text,
    sheet: sheet.index,
    sheets: listSheets(file, { hiddenRows }, likeness),
    hiddenRows: sheet.hidden,
    preview: collected && previewImport(collected),
  }
  answerQuestions(collected?.people ?? [])
  post({ kind: 'read', answer })
}

function answerQuestions(people: SheetPeople['people']): void {
  parentPort?.on('message', (question: SheetQuestion) => {
    for (const page of pagesFor(question, people)) post({ kind: 'page', page })
    post({ kind: 'end' })
  })
}

function* pagesFor(question: SheetQuestion, people: SheetPeople['people']) {
  if (question.kind === 'batches') return yield* peopleBatches(people, question.details)
  for (let at = 0; at < people.length; at += PAGE) {
    yield JSON.stringify(people.slice(at, at + PAGE))
  }
}

try {
  await readSheet(workerData as SheetTask)
} catch (error) {
  const { code, row } =
    error instanceof SheetRefused ? error : new SheetRefused('spreadsheet_unreadable')
  post({ kind: 'refused', code, row })
}
