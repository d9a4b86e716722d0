import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { CONTACT_ROWS_MAX } from '@kirim/contract/limits'
import { readPhoneNumber } from '../phone-number.ts'
import { collectPeople } from './collect-people.ts'
import { findColumns } from './find-columns.ts'
import { openWorkbook } from './open-workbook.ts'
import type { FromWorker, WorkerTask } from './read-spreadsheet.ts'
import { SheetRefused } from './refusal.ts'

/** Small enough that receiving one does not block the server's thread. */
const BATCH = 2000

function post(message: FromWorker): void {
  parentPort?.postMessage(message)
}

function postInBatches<T>(all: readonly T[], message: (batch: T[]) => FromWorker): void {
  for (let at = 0; at < all.length; at += BATCH) post(message(all.slice(at, at + BATCH)))
}

async function readSheet({ path, country }: WorkerTask): Promise<void> {
  const rows = await openWorkbook(readFileSync(path))
  if (rows.length === 0) throw new SheetRefused('spreadsheet_empty')
  const columns = findColumns(rows, (text) => readPhoneNumber(text, country) !== null)
  if (!columns) throw new SheetRefused('spreadsheet_no_phone_column')
  if (columns.rows.length === 0) throw new SheetRefused('spreadsheet_empty')
  if (columns.rows.length > CONTACT_ROWS_MAX) throw new SheetRefused('spreadsheet_too_large')
  const sheet = collectPeople(columns, country)
  postInBatches(sheet.people, (people) => ({ kind: 'people', people }))
  postInBatches(sheet.errors, (errors) => ({ kind: 'errors', errors }))
  post({ kind: 'done', rows: sheet.rows })
}

try {
  await readSheet(workerData as WorkerTask)
} catch (error) {
  const code = error instanceof SheetRefused ? error.code : 'spreadsheet_unreadable'
  post({ kind: 'refused', code })
}
