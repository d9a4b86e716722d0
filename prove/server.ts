import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// The server as `npm start` runs it, with a clock `SPEED` times as fast, so that a proof need not
// wait for the gaps between messages.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))
const { runServer } = await import('../apps/server/src/run-server.ts')
const { createFastClock } = await import('@kirim/testing/fast-clock')
await runServer(createFastClock(Number(process.env.SPEED)))
// Node writes this cache when a process ends, but this one is killed.
flushCompileCache()
