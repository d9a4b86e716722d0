import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

/**
 * The only variables taken from the machine: one for a running server must not affect the tests.
 */
const MACHINE = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG']

export interface Server {
  readonly url: string
  /** The output of a started server. */
  readonly said: string
  stop(): Promise<void>
}

/** The product as `npm start` runs it, on a free port and with an empty data directory. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-e2e-'))
  const machine = Object.entries(process.env).filter(([name]) => MACHINE.includes(name))
  const child = spawn(NODE, [MAIN], {
    env: {
      ...Object.fromEntries(machine),
      PORT: '0',
      DATA_DIR: dataDir,
      REGISTER_LIMIT: '1000',
      LINK_LIMIT: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { url, said } = await startOf(child.stdout)
  // Later output helps to explain a failed test.
  child.stdout.pipe(process.stderr)
  return {
    url,
    said,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startOf(stdout: Readable): Promise<Pick<Server, 'url' | 'said'>> {
  let said = ''
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    said += String(chunk)
    const url = said.match(/running at (http:\S+)/)?.[1]
    if (url && said.includes('Ctrl-C')) return { url, said }
  }
  throw new Error('The server ended before it was running.')
}
