import type { Db } from '../apps/server/src/platform/database/database.ts'
import { CALLS, type Call } from './support/api-calls.ts'
import type { Account } from './support/bare-statements.ts'
import { type BenchEngine, type BenchServer, newUser } from './support/bench-server.ts'
import { onEngines, onServer, rounded, type Side } from './support/frame.ts'
import { median, quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'
import { seedGroup } from './support/seed.ts'

/**
 * Measures the commonest lists and forms under concurrent load, for an account with 100,000
 * contacts, beside one with 1,000 on the same server and beside the bare statement. The three
 * alternate; the median round counts, to reduce the influence of other load.
 * `npm run bench api [SQLite|PostgreSQL|both] [contacts] [rounds] [calls]`
 */
const [engines = 'both', contacts = '100000', times = '7', calls = '320'] = process.argv.slice(2)
const SMALL = Math.min(1000, Number(contacts))
const CONNECTIONS = 16
const ROUNDS = Number(times)
const ASKED = Number(calls)

const measureOn = (engine: BenchEngine) =>
  onServer(engine, null, async (side) => {
    const small = await account(side, SMALL)
    const large = await account(side, Number(contacts))
    await side.store.settle()
    const rows: object[] = []
    for (const call of CALLS) {
      rows.push({ engine, what: call.what, ...(await measure(side, call, { small, large })) })
    }
    return rows
  })

async function account({ server, db }: Side, people: number): Promise<Account> {
  const { id, token } = await newUser(server)
  await seedGroup(db, id, people)
  const middle = await middleOf(db, id, people)
  return { id, token, people, middle }
}

function middleOf(db: Db, workspaceId: string, people: number): Promise<Account['middle']> {
  return db
    .selectFrom('contacts')
    .select(['sort_key', 'id'])
    .where('user_id', '=', workspaceId)
    .orderBy('sort_key')
    .orderBy('id')
    .offset(people >> 1)
    .limit(1)
    .executeTakeFirstOrThrow()
}

async function measure(
  { server, db }: Side,
  call: Call,
  { small, large }: { small: Account; large: Account },
) {
  const ask = (as: Account) => (n: number) =>
    server.call(call.method ?? 'GET', call.path(as, n), as.token, call.body?.(n))
  for (const as of [small, large]) await load(server, ask(as))
  const rounds: Record<'bare' | 'small' | 'large', Loaded>[] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      bare: await load(server, (n) => call.bare(db, large, n)),
      small: await load(server, ask(small)),
      large: await load(server, ask(large)),
    })
  }
  const of = (which: 'bare' | 'small' | 'large', figure: keyof Loaded) =>
    median(rounds.map((round) => round[which][figure]))
  const [p50, smallP50, bareP50] = [of('large', 'p50'), of('small', 'p50'), of('bare', 'p50')]
  const [cpuMs, smallCpuMs] = [of('large', 'cpuMs'), of('small', 'cpuMs')]
  return {
    ...{ p50: two(p50), p99: two(of('large', 'p99')) },
    ...{ bareP50: two(bareP50), ofBare: two(p50 / bareP50) },
    ...{ smallP50: two(smallP50), ofSmall: two(p50 / smallP50) },
    ...{ cpuMs: two(cpuMs), ofSmallCpu: two(cpuMs / smallCpuMs) },
    longestBlockMs: Math.round(of('large', 'blockMs')),
  }
}

type Loaded = Awaited<ReturnType<typeof load>>

/** Repeats a task with some concurrency. */
async function load(server: BenchServer, task: (n: number) => Promise<unknown>) {
  await server.longest()
  const cpuBefore = server.cpuMs()
  const waits: number[] = []
  let next = 0
  const connection = async () => {
    for (let n = next++; n < ASKED; n = next++) {
      const start = performance.now()
      await task(n)
      waits.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  const sorted = waits.toSorted((a, b) => a - b)
  const cpuMs = (server.cpuMs() - cpuBefore) / ASKED
  const { blockMs } = await server.longest()
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), cpuMs, blockMs }
}

const two = (value: number) => rounded(value, 2)

report('api', (await onEngines(engines, measureOn)).flat())
