import { Worker } from 'node:worker_threads'
import { workerEnvironment } from '../worker-environment.ts'
import type { FromBulk, ToBulk } from './bulk.worker.ts'
import type { Executed } from './sqlite-connection.ts'

const WORKER = new URL('./bulk.worker.ts', import.meta.url)

/** A connection to the embedded database in a thread of its own. */
export interface Thread {
  /** Rejects with what the engine says. */
  execute(sql: string, parameters: readonly unknown[]): Promise<Executed>
  /** Rolls back whatever is open. */
  undo(): Promise<void>
  close(): Promise<void>
}

/** Starts the thread; `onEnded` is called however it ends. */
export function startThread(file: string, onEnded: () => void): Thread {
  const worker = new Worker(WORKER, { workerData: file, execArgv: [], env: workerEnvironment() })
  worker.unref()
  /** Those who wait for an answer; the thread answers in the order of the questions. */
  const waiting: PromiseWithResolvers<Executed>[] = []
  worker.on('message', (answer: FromBulk) => {
    const asked = waiting.shift()
    if ('executed' in answer) asked?.resolve(answer.executed)
    else asked?.reject(Object.assign(new Error(answer.error.message), answer.error))
  })
  let failure = new Error('The thread of the database ended.')
  worker.on('error', (error: Error) => {
    failure = error
  })
  worker.on('exit', () => {
    onEnded()
    for (const asked of waiting.splice(0)) asked.reject(failure)
  })

  function ask(what: ToBulk): Promise<Executed> {
    const asked = Promise.withResolvers<Executed>()
    // Before it waits: what cannot be handed over throws.
    worker.postMessage(what)
    waiting.push(asked)
    return asked.promise
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
