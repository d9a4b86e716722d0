import { fileURLToPath } from 'node:url'
import { exclusively } from '../../../../scripts/lib/exclusively.mjs'
import { buildServer, serverIsBuilt } from '../../../../scripts/lib/server-build.mjs'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))

/**
 * Vitest global setup: builds the servers that tests run as processes of their own. Built, one of
 * the hundreds of starts takes half the processor time.
 */
export default async function setup(): Promise<void> {
  await exclusively(
    `${ROOT}/.cache/prepare.lock`,
    async () => {
      for (const entry of ['main', 'testing/crash-server'] as const) {
        if (!serverIsBuilt(ROOT, entry)) await buildServer(ROOT, entry)
      }
    },
    () => {},
  )
}
