import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

// An older Node would end here with an error of its own that names neither.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Kirim runs on Node.js 24, and this is ${process.versions.node}. 'npm start' gets it and uses it: it lies in node_modules/.bin.`,
  )
  process.exit(1)
}
// Before everything else is loaded, so that nothing is compiled again on the next start.
nodeModule.enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))
const { runServer } = await import('./run-server.ts')
const { systemClock } = await import('./platform/clock.ts')
await runServer(systemClock)
