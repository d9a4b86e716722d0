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

const NOTHING: Executed = { rows: [], changes: null, lastInsertRowid: null }
const { database, execute, requireTransaction } = openConnection(String(workerData))

function answerTo(asked: ToBulk): Executed {
  if (asked.kind === 'execute') {
    if (asked.sql !== 'BEGIN IMMEDIATE') requireTransaction()
    return execute(asked.sql, asked.parameters)
  }
  if (database.isTransaction) database.exec('ROLLBACK')
  if (asked.kind === 'close') database.close()
  return NOTHING
}

function toError(error: unknown): EngineError {
  const { message, code, errcode, errstr } = error as EngineError
  return { message, ...(code && { code }), ...(errcode && { errcode }), ...(errstr && { errstr }) }
}

parentPort?.on('message', (asked: ToBulk) => {
  let answer: FromBulk
  try {
    answer = { executed: answerTo(asked) }
  } catch (error) {
    answer = { error: toError(error) }
  }
  parentPort?.postMessage(answer)
})
