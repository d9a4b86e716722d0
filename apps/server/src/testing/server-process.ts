import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(
  new URL('../../../../.cache/crash-server/crash-server.js', import.meta.url),
)
/** A compile cache shared by all starts: it saves half the time of each, and there are hundreds. */
const COMPILED = fileURLToPath(new URL('../../../../.cache/compiled', import.meta.url))

/** A server in its own process, to be killed. */
export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcess
  /** As kill -9 does: without warning, nothing is written any more. */
  kill(): Promise<void>
}

/**
 * Starts the server with exactly this environment besides the machine's own. Throws when it does
 * not start.
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
