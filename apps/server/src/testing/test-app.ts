import type { Session } from '@kirim/contract/accounts'
import type { FastClock } from '@kirim/testing/fast-clock'
import { createApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { MeasureDisk } from '../platform/disk-reserve.ts'
import { createLog, type Log } from '../platform/log.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'
import { type Engine, migratedStore, openStore } from './engines.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // Untyped access for tests; the contract tests parse it.
  readonly body: unknown
}

export type Caller = (
  method: string,
  path: string,
  options?: { token?: string; headers?: Record<string, string>; body?: unknown },
) => Promise<Answer>

export interface TestApp {
  readonly url: string
  readonly dataDir: string
  readonly call: Caller
  /** For what has to be done within a time that is short on a fast clock. */
  readonly inRealTime: FastClock['inRealTime']
  /** Registers and signs in a new user. */
  newUser(name?: string): Promise<Session>
  /** A connection of its own, which the caller closes. */
  openDatabase(): Db
  stop(): Promise<void>
}

/** Any clock; a fast one runs as the real one where that is needed. */
export type TestClock = Clock & Partial<Pick<FastClock, 'inRealTime'>>

/** The whole server on a free port, with empty storage. */
export async function startTestApp(
  engine: Engine,
  options: {
    clock?: TestClock
    env?: Record<string, string>
    config?: Partial<Config>
    measureDisk?: MeasureDisk
    log?: Log
  } = {},
): Promise<TestApp> {
  const store = await migratedStore(engine)
  const config: Config = {
    ...readConfig({
      PORT: '0',
      DATA_DIR: store.dataDir,
      DATABASE_URL: store.databaseUrl ?? '',
      LOG_LEVEL: 'warn',
      // What tests get does not depend on the machine.
      FFMPEG_PATH: 'off',
      // One account links number after number.
      LINK_LIMIT: '100000',
      ...options.env,
    }),
    ...options.config,
  }
  const clock: TestClock = options.clock ?? systemClock
  const app = await createApp(config, {
    clock,
    log: options.log ?? createLog(config.logLevel),
    passwordCost: CHEAP_PASSWORDS,
    ...(options.measureDisk && { measureDisk: options.measureDisk }),
  })
  await app.start()
  const url = app.address()
  let people = 0

  const call = createCaller(url)

  return {
    url,
    dataDir: config.dataDir,
    call,
    inRealTime: (work) => clock.inRealTime?.(work) ?? work(),
    async newUser(name = `User ${++people}`) {
      const email = `${crypto.randomUUID()}@example.com`
      const password = 'correct horse'
      await call('POST', '/users/register', { body: { name, email, password } })
      const answer = await call('POST', '/users/login', { body: { email, password } })
      return answer.body as Session
    },
    openDatabase: () => openStore(store),
    async stop() {
      await app.stop()
      store.remove()
    },
  }
}

/** Makes HTTP calls to a server under test: JSON body or FormData. */
export function createCaller(url: string): Caller {
  return async (method, path, { token, headers, body } = {}) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : text,
    }
  }
}
