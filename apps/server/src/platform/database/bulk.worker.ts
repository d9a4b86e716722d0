import { parentPort, workerData } from 'node:worker_threads'
import { type Executed, openConnection } from './sqlite-connection.ts'

export type ToBulk =
  | { readonly kind: 'execute'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'undo' }
  | { readonly kind: 'close' }

/** What an error of the engine says; its class does not pass from thread to thread. */
interface EngineError {
  readonly message: string
  readonly code?: string
  readonly errcode?: number
  readonly errstr?: string
}

export type FromBulk = { readonly executed: Executed } | { readonly error: EngineError }

/** The thread may stand still for this long. */
const BUSY_MS = 5000
const NOTHING: Executed = { rows: [], changes: null, lastInsertRowid: null }
const { database, execute, requireTransaction } = openConnection(String(workerData), BUSY_MS)

function handle(request: ToBulk): Executed {
  if (request.kind === 'execute') {
    if (request.sql !== 'BEGIN IMMEDIATE') requireTransaction()
    return execute(request.sql, request.parameters)
  }
  if (database.isTransaction) database.exec('ROLLBACK')
  if (request.kind === 'close') database.close()
  return NOTHING
}

function toError(error: unknown): EngineError {
  const { message, code, errcode, errstr } = error as EngineError
  return { message, ...(code && { code }), ...(errcode && { errcode }), ...(errstr && { errstr }) }
}

parentPort?.on('message', (request: ToBulk) => {
  let answer: FromBulk
  try {
    answer = { executed: handle(request) }
  } catch (error) {
    answer = { error: toError(error) }
  }
  parentPort?.postMessage(answer)
})
