import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { read } from '@e965/xlsx'

/** The minimum of every import: the library reads the file in a thread of its own. */
const { SheetNames, Sheets } = read(readFileSync(workerData), { type: 'buffer', dense: true })
parentPort?.postMessage(Sheets[SheetNames[0] ?? '']?.['!data']?.length ?? 0)
