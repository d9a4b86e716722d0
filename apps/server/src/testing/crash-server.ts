import { flushCompileCache } from 'node:module'
import { createFastClock } from '@kirim/testing/fast-clock'
import { createApp } from '../app.ts'
import { nodeDirOf, readConfig } from '../config.ts'
import { claimDataDir } from '../platform/data-dir.ts'
import { createLog } from '../platform/log.ts'

/**
 * The real server in its own process, with a clock `SPEED` times as fast, so that tests need not
 * wait for the gaps between messages. Writes its address to standard output.
 */
const config = readConfig(process.env)
claimDataDir(config.dataDir, nodeDirOf(config))
const app = await createApp(config, {
  clock: createFastClock(Number(process.env.SPEED)),
  log: createLog('error'),
})
await app.start()
process.stdout.write(`${app.address()}\n`)
// Node writes this cache when a process ends, but this one is killed.
flushCompileCache()
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)))
