import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('./crash-server.ts', import.meta.url))
/**
 * What one start has compiled, the next need not: half the time of a start, and there are hundreds.
 */
const COMPILED = fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url))

/** A server in a process of its own, to be killed. */
export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** As kill -9 does: no warning, nothing is written any more. */
  kill(): Promise<void>
}

/**
 * Starts the server with exactly this environment beside the machine's own.
 * Throws when it does not come up.
 */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [ENTRY], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const said = once(child.stdout, 'data')
  const first = await Promise.race([
    said,
    exited.then(([code]) => Promise.reject(new Error(`exit ${code}`))),
  ])
  return {
    url: String(first[0]).trim(),
    process: child,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
