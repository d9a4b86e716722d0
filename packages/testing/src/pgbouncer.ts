import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from './free-port.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

export interface Pooler {
  /** The same database, through it. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer on a free loopback port in front of a PostgreSQL that trusts everybody, for
 * tests only. Throws when it is not installed.
 * @param settings lines of its section `[pgbouncer]`
 */
export async function startPgbouncer(url: string, settings: readonly string[]): Promise<Pooler> {
  const { hostname, port: serverPort, username, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'kirim-pgbouncer-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...settings,
  ]
  writeFileSync(file, lines.join('\n'))
  // It refuses to run as root.
  const asPostgres = userInfo().uid === 0 ? ['-u', 'postgres'] : []
  const process = spawn(PROGRAM, [...asPostgres, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(process, 'exit')
  const said: string[] = []
  for await (const line of createInterface(process.stderr)) {
    said.push(line)
    if (line.includes('process up')) break
  }
  if (!said.at(-1)?.includes('process up'))
    throw new Error(`${PROGRAM} failed:\n${said.join('\n')}`)
  process.stderr.resume()
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    async stop() {
      process.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
