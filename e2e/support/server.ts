import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const NODE = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))

export interface Server {
  readonly url: string
  stop(): Promise<void>
}

/** The product as `npm start` runs it, on a free port and with an empty data directory. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kirim-e2e-'))
  const child = spawn(NODE, [MAIN], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, REGISTER_LIMIT: '1000', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  return {
    url,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    const address = said.match(/running at (http:\S+)/)?.[1]
    if (address) return address
  }
  throw new Error('The server ended before it was running.')
}
