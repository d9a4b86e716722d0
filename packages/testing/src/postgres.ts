import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

const DEBIAN_ROOT = '/usr/lib/postgresql'
const WAIT_MS = 20
const PATIENCE_MS = 5000
/** For a disk of some hundred megabytes. */
const SMALL = '-c max_wal_size=64MB -c min_wal_size=32MB'
/** For the pools of several servers in each of several workers. */
const CONNECTIONS = '-c max_connections=300'
/** With hundreds of databases, autovacuum would visit several of them every second. */
const UNTENDED = '-c autovacuum=off'

export interface TestPostgres {
  url(database: string): string
  /** Ends it at once, as a fault would, whether or not its disk still answers. */
  halt(): Promise<void>
  /** Starts it again on the same port, with what its disk has. */
  resume(): void
  /** Ends it, and removes its folder. */
  stop(): void
}

/**
 * Starts a separate PostgreSQL server in a temporary folder below `parent`, on a free loopback
 * port, for tests only. Throws when no server binaries are installed.
 * @param durable what it confirms is on the disk; else it does without fsync, which is faster
 * @param tended it vacuums and analyzes by itself
 */
export async function startPostgres({
  parent = tmpdir(),
  durable = false,
  tended = true,
} = {}): Promise<TestPostgres> {
  const bin = findBinaries()
  const folder = mkdtempSync(join(parent, 'kirim-postgres-'))
  const data = join(folder, 'data')
  // PostgreSQL refuses to run as root, so root gives the folder to the user `postgres`.
  const asRoot = userInfo().uid === 0
  if (asRoot) run('chown', ['postgres', folder])
  chmodSync(folder, 0o755)
  const owned = (program: string, args: string[]) =>
    asRoot
      ? run('runuser', ['-u', 'postgres', '--', join(bin, program), ...args])
      : run(join(bin, program), args)
  owned('initdb', [
    ...(durable ? [] : ['--no-sync']),
    '-A',
    'trust',
    '-U',
    'kirim',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-D',
    data,
  ])
  const port = await freePort()
  const options = [
    durable ? SMALL : '-F',
    tended ? '' : UNTENDED,
    `${CONNECTIONS} -h 127.0.0.1 -k ${folder} -p ${port}`,
  ].join(' ')
  let pid = 0
  function start(): void {
    owned('pg_ctl', ['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options])
    pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  }
  async function halt(): Promise<void> {
    signal(pid, 'SIGQUIT')
    for (let waited = 0; signal(pid, 0); waited += WAIT_MS) {
      if (waited >= PATIENCE_MS) signal(pid, 'SIGKILL')
      await new Promise((next) => setTimeout(next, WAIT_MS))
    }
  }
  start()
  return {
    url: (database) => `postgres://kirim@127.0.0.1:${port}/${database}`,
    halt,
    resume() {
      rmSync(join(data, 'postmaster.pid'), { force: true })
      start()
    },
    stop() {
      if (signal(pid, 0)) owned('pg_ctl', ['stop', '-m', 'immediate', '-D', data])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether there was such a process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function findBinaries(): string {
  const versions = existsSync(DEBIAN_ROOT)
    ? readdirSync(DEBIAN_ROOT).map(Number).filter(Boolean)
    : []
  const newest = versions.sort((a, b) => b - a)[0]
  if (newest) return join(DEBIAN_ROOT, String(newest), 'bin')
  throw new Error('No PostgreSQL server is installed. On Debian: apt-get install postgresql')
}

function run(command: string, args: string[]): void {
  // The server started by pg_ctl inherits its output, so an open pipe here would never end.
  const result = spawnSync(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] })
  if (result.status !== 0)
    throw new Error(`${command} ${args[0] ?? ''} failed with ${result.status}`)
}
