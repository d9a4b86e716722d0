import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Longer waits are limits for the network's answers, which a busy machine needs in full. */
const LIMIT_MS = 30_000
const LIMITS_FASTER = 4

// The server as `npm start` runs it, with a clock `SPEED` times as fast, so that a proof need not
// wait for the gaps between messages.
enableCompileCache(fileURLToPath(new URL('../.cache/compiled', import.meta.url)))
const { runServer } = await import('../apps/server/src/run-server.ts')
const { createFastClock } = await import('@kirim/testing/fast-clock')
const fast = createFastClock(Number(process.env.SPEED))
const limits = createFastClock(LIMITS_FASTER)
await runServer({
  now: fast.now,
  after: (ms, task) => (ms < LIMIT_MS ? fast : limits).after(ms, task),
})
// Node writes this cache when a process ends, but this one is killed.
flushCompileCache()
