import type { Db } from '../apps/server/src/platform/database/database.ts'
import { type BenchEngine, createStore, newUser, startServer } from './support/bench-server.ts'
import { nameOf, numberOf, seedDevice, seedGroup } from './support/seed.ts'
import { seedMessages, seedResponses } from './support/seed-ledger.ts'

/**
 * Measures response times of pages under concurrent load, for an account with 100,000 contacts, as
 * many saved responses and 1,000,000 messages, and for one with 1,000 of each on the same server.
 * The two alternate; the median round counts, to reduce the influence of other load. `npm run bench
 * api [SQLite|PostgreSQL] [messages] [contacts]`
 */
const engine = (process.argv[2] ?? 'SQLite') as BenchEngine
const MESSAGES = Number(process.argv[3] ?? 1_000_000)
const CONTACTS = Number(process.argv[4] ?? 100_000)
const SMALL = 1000
const CONNECTIONS = 16
const ROUNDS = 7
const ASKED = 320

const store = await createStore(engine)
const server = await startServer(store)
try {
  const small = await account(SMALL, SMALL)
  const large = await account(CONTACTS, MESSAGES)
  await store.settle()
  const pages: [string, (place: Account, n: number) => string][] = [
    ['contacts', () => '/contacts?limit=25'],
    ['contacts by name, far in', (place) => `/contacts?limit=25&sort=name&cursor=${place.middle}`],
    ['search, a name', ({ people }, n) => search(farName(n, people))],
    ['search, a part of a name', (_place, n) => search(['ais', 'hassan', 'chand'][n % 3] ?? '')],
    ['search, digits', ({ people }, n) => search(numberOf(n % people).slice(4))],
    ['search, nobody', (_place, n) => search(`nobody ${n}`)],
    ['search, two letters', (_place, n) => search(['ai', 'go', 'hu'][n % 3] ?? '')],
    ['saved responses', ({ device }) => `/ai-chatbot/${device}/responses?limit=25`],
    [
      'saved responses, search',
      ({ device, people }, n) =>
        `/ai-chatbot/${device}/responses?limit=25&q=${encodeURIComponent(farName(n, people))}`,
    ],
    ['dashboard', () => '/analytics/dashboard/overall-summary'],
  ]
  for (const [what, path] of pages) {
    for (const place of [small, large]) await measure(place, path)
    const rounds = []
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ floor: await measure(small, path), found: await measure(large, path) })
    }
    const floor = middle(rounds.map((round) => round.floor))
    const found = middle(rounds.map((round) => round.found))
    console.log(
      `${what}: p50 ${found.p50.toFixed(1)} ms, p99 ${found.p99.toFixed(1)} ms; with ${SMALL} rows ` +
        `${floor.p50.toFixed(1)} and ${floor.p99.toFixed(1)} ms: ${(found.p50 / floor.p50).toFixed(2)} and ` +
        `${(found.p99 / floor.p99).toFixed(2)} times; CPU of a request ${found.cpuMs.toFixed(2)} and ` +
        `${floor.cpuMs.toFixed(2)} ms: ${(found.cpuMs / floor.cpuMs).toFixed(2)} times; longest block ` +
        `${found.blockMs.toFixed(0)} ms, ${found.blockCpuMs.toFixed(1)} of CPU`,
    )
  }
} finally {
  await server.stop()
  store.remove()
}

interface Account {
  readonly token: string
  readonly device: string
  readonly people: number
  /** A cursor in the middle of the contacts sorted by name. */
  readonly middle: string
}

async function account(people: number, messages: number): Promise<Account> {
  const { id, token } = await newUser(server)
  const db = store.open()
  const device = await seedDevice(db, id, people)
  await seedGroup(db, id, people)
  await seedResponses(db, id, device, people)
  await seedMessages(db, id, device, messages)
  const middle = await placeInMiddle(db, id, people)
  await db.destroy()
  return { token, device, people, middle }
}

async function placeInMiddle(db: Db, userId: string, people: number): Promise<string> {
  const row = await db
    .selectFrom('contacts')
    .select(['sort_key', 'id'])
    .where('user_id', '=', userId)
    .orderBy('sort_key')
    .orderBy('id')
    .offset(people >> 1)
    .limit(1)
    .executeTakeFirstOrThrow()
  return `${row.sort_key}.${row.id}`
}

/** Short names also match inside longer ones, which only the large account has. */
function farName(n: number, people: number): string {
  return nameOf((n * 7919) % people)
}

function search(text: string): string {
  return `/contacts?limit=25&q=${encodeURIComponent(text.toLowerCase())}`
}

async function measure(place: Account, path: (place: Account, n: number) => string) {
  await server.longest()
  const cpuBefore = server.cpuMs()
  const waits: number[] = []
  let next = 0
  const connection = async () => {
    for (let n = next++; n < ASKED; n = next++) {
      const start = performance.now()
      await server.call('GET', path(place, n), place.token)
      waits.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  const cpuMs = (server.cpuMs() - cpuBefore) / ASKED
  const { blockMs, blockCpuMs } = await server.longest()
  return { p50: at(0.5), p99: at(0.99), cpuMs, blockMs, blockCpuMs }
}

type Measured = Awaited<ReturnType<typeof measure>>

function middle(rounds: readonly Measured[]): Measured {
  const of = (figure: (round: Measured) => number) =>
    rounds.map(figure).toSorted((a, b) => a - b)[rounds.length >> 1] ?? Number.NaN
  return {
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    cpuMs: of((round) => round.cpuMs),
    blockMs: of((round) => round.blockMs),
    blockCpuMs: of((round) => round.blockCpuMs),
  }
}
