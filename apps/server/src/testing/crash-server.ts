import { flushCompileCache } from 'node:module'
import { createFastClock } from '@kirim/testing/fast-clock'
import { createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { claimDataDir } from '../platform/data-dir.ts'
import { createLog } from '../platform/log.ts'

/**
 * The real server in a process of its own, on a clock that runs `SPEED` times as fast, so that a
 * test need not wait out the gaps between messages. Says its address on standard output.
 */
const config = readConfig(process.env)
claimDataDir(config.dataDir)
const app = await createApp(config, {
  clock: createFastClock(Number(process.env.SPEED)),
  log: createLog('error'),
})
await app.start()
process.stdout.write(`${app.address()}\n`)
// Otherwise kept at the end of a process, which this one is not let come to.
flushCompileCache()
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)))
