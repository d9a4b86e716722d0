import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before everything else is loaded, so that nothing is compiled again on the next start.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))
await import('./run-server.ts')
