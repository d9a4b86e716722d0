import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

const DEBIAN_ROOT = '/usr/lib/postgresql'

/**
 * Starts a separate PostgreSQL server in a temporary folder, on a free loopback port and without
 * fsync, for tests only. Throws when no server binaries are installed.
 */
export async function startPostgres(): Promise<{ url(database: string): string; stop(): void }> {
  const bin = findBinaries()
  const folder = mkdtempSync(join(tmpdir(), 'kirim-postgres-'))
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
    '--no-sync',
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
  owned('pg_ctl', [
    'start',
    '-w',
    '-D',
    data,
    '-l',
    join(folder, 'log'),
    '-o',
    `-F -h 127.0.0.1 -k ${folder} -p ${port}`,
  ])
  return {
    url: (database) => `postgres://kirim@127.0.0.1:${port}/${database}`,
    stop() {
      owned('pg_ctl', ['stop', '-m', 'immediate', '-D', data])
      rmSync(folder, { recursive: true, force: true })
    },
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
  const result = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (result.status !== 0)
    throw new Error(`${command} ${args[0] ?? ''} failed with ${result.status}`)
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => done(port))
    })
  })
}
