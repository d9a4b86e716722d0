import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ENTRY = fileURLToPath(new URL('./server.ts', import.meta.url))
const FAULTS = new URL('../apps/server/src/testing/faults.ts', import.meta.url).href
const AGAIN_MS = 300

/** The real server as a process of its own, started again by hand as a supervisor would. */
export interface ServerProcess {
  /** Starts it, repeatedly if it fails; resolves once it listens. */
  up(): Promise<void>
  /** Starts it, and kills it `ms` later, listening or not. */
  killInStart(ms: number): Promise<void>
  /** Sends SIGKILL; false when it had ended by itself. */
  kill(): Promise<boolean>
  /** Sends SIGTERM: the server ends after draining. */
  stop(): Promise<void>
  /** Suspends the process until it is thawed. */
  freeze(): void
  thaw(): void
  /** Makes flushes to disk fail until the next start. */
  failDisk(): void
  /** The address it listens on. */
  url(): string
  /** How often it was killed, and how often it ended by itself and was started again. */
  readonly killed: number
  readonly ended: number
}

/** @param entry the server's own, or one whose clock runs faster */
export function createServerProcess(
  env: Readonly<Record<string, string>>,
  log: string,
  entry = ENTRY,
): ServerProcess {
  let child: ChildProcess | null = null
  process.once('exit', () => child?.kill('SIGKILL'))
  let address = ''
  let killed = 0
  let ended = 0

  function start(): Promise<string | null> {
    const started = spawn(process.execPath, ['--import', FAULTS, entry], {
      env: { ...process.env, FAULT: 'failing disk', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    started.once('exit', () => {
      if (child !== started) return
      child = null
      ended++
    })
    started.stderr.on('data', (chunk: Buffer) => appendFileSync(log, chunk))
    return new Promise((resolve) => {
      let output = ''
      started.stdout.on('data', (chunk: Buffer) => {
        output += chunk
        appendFileSync(log, chunk)
        const url = /running at (http:\S+)/.exec(output)?.[1]
        if (url) resolve(url.replace('localhost', '127.0.0.1'))
      })
      started.once('exit', () => resolve(null))
    })
  }

  async function end(signal: NodeJS.Signals): Promise<boolean> {
    const running = child
    if (!running) return false
    child = null
    const exited = once(running, 'exit')
    running.kill(signal)
    await exited
    return true
  }

  async function kill(): Promise<boolean> {
    const wasRunning = await end('SIGKILL')
    if (wasRunning) killed++
    return wasRunning
  }

  return {
    async up() {
      for (;;) {
        if (child) return
        const url = await start()
        if (url) {
          address = url
          return
        }
        await new Promise((next) => setTimeout(next, AGAIN_MS))
      }
    },
    async killInStart(ms) {
      void start()
      await new Promise((next) => setTimeout(next, ms))
      await kill()
    },
    kill,
    stop: async () => void (await end('SIGTERM')),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    failDisk: () => void child?.kill('SIGUSR2'),
    url: () => address,
    get killed() {
      return killed
    },
    get ended() {
      return ended
    },
  }
}
