import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Before anything else is loaded: what was compiled at an earlier start is not compiled again.
enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))
await import('./run-server.ts')
