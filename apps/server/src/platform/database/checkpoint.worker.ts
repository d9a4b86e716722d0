import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

const database = open()
const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)')
const version = database.prepare('PRAGMA data_version')
let [holding, next] = [open(), open()]
let heldVersion: unknown = null

function open(): DatabaseSync {
  const opened = new DatabaseSync(String(workerData))
  opened.exec('PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 0; PRAGMA wal_autocheckpoint = 0')
  return opened
}

/**
 * A reader that began before all of the log was copied keeps everybody from starting it anew: who
 * does so waits for the disk. The next one begins before it ends, so there is always one, and only
 * when something was committed: otherwise it would read the database alone, and hold nothing.
 */
function hold(): void {
  const { data_version: current } = version.get() ?? {}
  if (holding.isTransaction && current === heldVersion) return
  heldVersion = current
  next.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  letGo(holding)
  ;[holding, next] = [next, holding]
}

function letGo(reader: DatabaseSync): void {
  if (reader.isTransaction) reader.exec('COMMIT')
}

function copy(): { isWhole: boolean; pages: number } {
  const { log, checkpointed } = checkpoint.get() ?? {}
  return { isWhole: log === checkpointed, pages: Number(log ?? 0) }
}

/** Any write starts the log anew once all of it is copied: here, where waiting holds up nobody. */
function startAnew(): void {
  letGo(holding)
  if (copy().isWhole) {
    const { application_id: id } = database.prepare('PRAGMA application_id').get() ?? {}
    database.exec(`PRAGMA application_id = ${Number(id)}`)
  }
  hold()
}

/** Answers every message with the number of pages in the log. */
parentPort?.on('message', (what: 'copy' | 'start anew' | 'close') => {
  if (what === 'close') {
    for (const each of [holding, next, database]) each.close()
  } else if (what === 'copy') hold()
  else startAnew()
  parentPort?.postMessage(what === 'close' ? 0 : copy().pages)
})
