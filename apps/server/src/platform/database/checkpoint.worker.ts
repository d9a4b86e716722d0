import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const database = new DatabaseSync(String(workerData))
database.exec('PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0')
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')

/** Answers every message with the number of pages in the log. */
parentPort?.on('message', () => {
  parentPort?.postMessage(Number(checkpoint.get()?.log ?? 0))
})
