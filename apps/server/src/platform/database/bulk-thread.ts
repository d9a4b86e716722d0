import { Worker } from 'node:worker_threads'
import { workerEnvironment } from '../worker-environment.ts'
import type { FromBulk, ToBulk } from './bulk.worker.ts'
import type { Executed } from './sqlite-connection.ts'

const WORKER = new URL('./bulk.worker.ts', import.meta.url)

/** A connection to the embedded database in a thread of its own. */
export interface Thread {
  /** Rejects with the engine's error. */
  execute(sql: string, parameters: readonly unknown[]): Promise<Executed>
  /** Rolls back whatever is open. */
  undo(): Promise<void>
  close(): Promise<void>
}

/** Starts the thread; `onEnded` is called however it ends. */
export function startThread(file: string, onEnded: () => void): Thread {
  const worker = new Worker(WORKER, { workerData: file, execArgv: [], env: workerEnvironment() })
  worker.unref()
  /** Pending requests; the thread answers them in order. */
  const waiting: PromiseWithResolvers<Executed>[] = []
  worker.on('message', (answer: FromBulk) => {
    const pending = waiting.shift()
    if ('executed' in answer) pending?.resolve(answer.executed)
    else pending?.reject(Object.assign(new Error(answer.error.message), answer.error))
  })
  let failure = new Error('The thread of the database ended.')
  worker.on('error', (error: Error) => {
    failure = error
  })
  worker.on('exit', () => {
    onEnded()
    for (const pending of waiting.splice(0)) pending.reject(failure)
  })

  function ask(request: ToBulk): Promise<Executed> {
    const pending = Promise.withResolvers<Executed>()
    // First: throws when the request cannot be cloned.
    worker.postMessage(request)
    waiting.push(pending)
    return pending.promise
  }

  return {
    execute: (sql, parameters) => ask({ kind: 'execute', sql, parameters }),
    async undo() {
      await ask({ kind: 'undo' })
    },
    async close() {
      await ask({ kind: 'close' })
      await worker.terminate()
    },
  }
}
