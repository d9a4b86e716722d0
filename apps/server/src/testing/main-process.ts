import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCaller } from './test-app.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const FAULTS = new URL('./faults.ts', import.meta.url).href

/** Servers as `npm start` runs them, each in its own process; those of a test end with it. */
export function createMainProcesses() {
  const servers = new Map<ChildProcess, Promise<unknown>>()
  let dataDir: string | null = null

  /** The data directory of all servers of a test. */
  function ownDataDir(): string {
    dataDir ??= mkdtempSync(join(tmpdir(), 'kirim-main-'))
    return dataDir
  }

  /** Rejects with what it said when it ends before it runs. */
  async function startServer(env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['--import', FAULTS, MAIN], {
      env: { ...process.env, PORT: '0', DATA_DIR: ownDataDir(), LOG_LEVEL: 'silent', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = { out: '', err: '' }
    const running = Promise.withResolvers<string>()
    child.stdout.on('data', (chunk: Buffer) => {
      said.out += chunk
      const url = said.out.match(/running at (\S+)\s/)?.[1]
      if (url) running.resolve(url)
    })
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk))
    const ended = once(child, 'close').then(([code]) => code as number | null)
    servers.set(child, ended)
    // As long as the test may take.
    const url = await Promise.race([
      running.promise,
      ended.then((code) => Promise.reject(new Error(`exit ${code}: ${said.err}`))),
    ])
    return {
      url,
      call: createCaller(url),
      said,
      ended,
      signal: (name: NodeJS.Signals) => void child.kill(name),
      /** The lines of its log. */
      log: () =>
        said.out
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as Record<string, unknown>),
    }
  }

  return {
    dataDir: ownDataDir,
    startServer,
    /** Kills what still runs, and removes the data directory. */
    async end(): Promise<void> {
      for (const child of servers.keys()) child.kill('SIGKILL')
      await Promise.all(servers.values())
      servers.clear()
      if (dataDir) rmSync(dataDir, { recursive: true, force: true })
      dataDir = null
    },
  }
}
