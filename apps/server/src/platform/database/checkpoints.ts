import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { MutexInterface } from 'async-mutex'
import { workerEnvironment } from '../worker-environment.ts'

const WORKER = new URL('./checkpoint.worker.ts', import.meta.url)
const CHECKPOINT_DELAY_MS = 250
/** 32 MB: at this size the log is started anew, which takes the lock of the writes. */
const PAGES_MAX = 8000
/** 4 MB: a thread takes four times as much memory, and a server that writes less needs none. */
const PAGES_WITHOUT_THREAD = 1000
const PAGE_BYTES = 4096

/**
 * Copies commits from SQLite's log into the database shortly after each commit, and starts the log
 * anew, in its own thread: both wait for the disk, which must not block the event loop. The thread
 * begins once the log has grown: until then nothing is copied, so nobody can start it anew.
 */
export function createCheckpoints(
  file: string,
  writing: Pick<MutexInterface, 'runExclusive'>,
  { pagesWithoutThread = PAGES_WITHOUT_THREAD, pagesMax = PAGES_MAX } = {},
) {
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()
  let isWanted = false
  let closed = false

  async function ask(what: 'copy' | 'start anew' | 'close'): Promise<number> {
    worker ??= startWorker(file)
    const answered = once(worker, 'message')
    worker.postMessage(what)
    const [pages] = await answered
    return pages
  }

  async function run(): Promise<void> {
    if (!worker && statSync(`${file}-wal`).size < pagesWithoutThread * PAGE_BYTES) return
    if ((await ask('copy')) < pagesMax) return
    await writing.runExclusive(() => ask('start anew'))
  }

  function schedule(): void {
    if (timer || closed) return
    timer = setTimeout(() => {
      isWanted = false
      running = run()
        // The engine checkpoints by itself when the log grows far beyond this.
        .catch(() => {
          worker = null
        })
        .finally(() => {
          timer = null
          if (isWanted) schedule()
        })
    }, CHECKPOINT_DELAY_MS)
    timer.unref()
  }

  return {
    committed(): void {
      isWanted = true
      schedule()
    },

    /** Resolves once this no longer uses the database. */
    async close(): Promise<void> {
      closed = true
      if (timer) clearTimeout(timer)
      await running
      if (!worker) return
      await ask('close')
      await worker.terminate()
    },
  }
}

function startWorker(file: string): Worker {
  const worker = new Worker(WORKER, { workerData: file, execArgv: [], env: workerEnvironment() })
  worker.unref()
  return worker
}
