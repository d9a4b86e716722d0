import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before everything else is loaded, so that nothing is compiled again on the next start.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))
const { runServer } = await import('./run-server.ts')
const { systemClock } = await import('./platform/clock.ts')
await runServer(systemClock)
