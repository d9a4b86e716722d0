import {
  type BenchEngine,
  type BenchServer,
  createStore,
  newUser,
  startServer,
} from './support/bench-server.ts'
import { seedDevice, seedGroup } from './support/seed.ts'

/**
 * Saves, edits, copies and deletes a campaign to 100,000 people, then deletes its group and its
 * owner. Measures the longest block of the event loop and the response times for another client,
 * compared with 1,000 people and with an idle server. `npm run bench launch [SQLite|PostgreSQL]
 * [people]`
 */
const engine = (process.argv[2] ?? 'SQLite') as BenchEngine
const PEOPLE = [1000, Number(process.argv[3] ?? 100_000)]
const POLL_INTERVAL_MS = 5
const REST_MS = 3000

const store = await createStore(engine)
const server = await startServer(store)
try {
  const stranger = await newUser(server)
  await report(
    'nothing else',
    stranger.token,
    () => new Promise((next) => setTimeout(next, REST_MS)),
  )
  for (const people of PEOPLE) await measure(server, people, stranger.token)
} finally {
  await server.stop()
  store.remove()
}

async function measure({ call }: BenchServer, people: number, stranger: string) {
  const owner = await newUser(server)
  const db = store.open()
  const deviceId = await seedDevice(db, owner.id)
  const groupId = await seedGroup(db, owner.id, people)
  await db.destroy()
  const path = `/campaigns/${deviceId}`
  const launch = () => call<{ id: string }>('POST', path, owner.token, form(groupId))
  const { id } = await report(`${people} people: launch`, stranger, launch)
  const one = `${path}/${id}`
  await report(`${people} people: save anew`, stranger, () =>
    call('PUT', one, owner.token, form(groupId)),
  )
  await report(`${people} people: delete the group`, stranger, () =>
    call('DELETE', `/contact-groups/${groupId}`, owner.token),
  )
  await report(`${people} people: copy`, stranger, () =>
    call('POST', `${one}/duplicate`, owner.token),
  )
  await report(`${people} people: delete`, stranger, () => call('DELETE', one, owner.token))
  // The other client registered first and is therefore the admin.
  await report(`${people} people: delete the member`, stranger, () =>
    call('DELETE', `/admin/users/${owner.id}`, stranger),
  )
}

function form(groupId: string): FormData {
  const fields = {
    campaignName: 'Promo',
    statusEnabled: 'true',
    caption: 'Hello [name]',
    contactGroupId: groupId,
    minIntervalSeconds: '4',
    maxIntervalSeconds: '5',
    campaignScheduleType: 'anytime',
  }
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

async function report<T>(what: string, stranger: string, task: () => Promise<T>): Promise<T> {
  await server.longest()
  const asking = new AbortController()
  const waits = askMeanwhile(stranger, asking.signal)
  const start = performance.now()
  const result = await task()
  const took = performance.now() - start
  asking.abort()
  const sorted = (await waits).toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  const { blockMs, blockCpuMs, statement } = await server.longest()
  console.log(
    `${what}: ${took.toFixed(0)} ms; longest block ${blockMs.toFixed(0)} ms, ${blockCpuMs.toFixed(0)} of CPU (${statement.ms.toFixed(0)} ms, ${statement.cpuMs.toFixed(0)} of CPU, in ${statement.sql.slice(0, 40)}); others wait p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`,
  )
  return result
}

async function askMeanwhile(token: string, signal: AbortSignal): Promise<number[]> {
  const waits: number[] = []
  while (!signal.aborted) {
    const start = performance.now()
    await server.call('GET', '/users/profile', token)
    waits.push(performance.now() - start)
    await new Promise((next) => setTimeout(next, POLL_INTERVAL_MS))
  }
  return waits
}
