import { setTimeout as pause } from 'node:timers/promises'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { io, type Socket } from 'socket.io-client'
import type { Db } from '../apps/server/src/platform/database/database.ts'
import { seedMember } from '../apps/server/src/testing/seed-member.ts'
import {
  type BenchEngine,
  type BenchServer,
  createStore,
  newUser,
  startServer,
} from './support/bench-server.ts'
import { contactOf, onEngines, onNetwork, onReply, reaching, rounded } from './support/frame.ts'
import { linkNumber } from './support/linked-number.ts'
import { quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'
import { seedDevice } from './support/seed.ts'
import { chatIdOf, seedChats, sentencesOf } from './support/seed-chats.ts'

/**
 * Measures what people at chats wait for, 20 of them connected: a queue, a chat, a search, a
 * message from the network in the page of another node, and an answer until the network has it.
 * `npm run bench chats [SQLite|PostgreSQL|both] [chats] [messages] [asked] [people]`
 */
const [
  engines = 'both',
  chatCount = '10000',
  messageCount = '1000000',
  asked = '200',
  team = '20',
] = process.argv.slice(2)
const CHATS = Number(chatCount)
const MESSAGES = Number(messageCount)
const ASKED = Number(asked)
const PEOPLE = Number(team)
const FURTHER_NUMBERS = 4
const INDEX_POLL_MS = 500
const PATIENCE_MS = 30_000
const EVERY_MS = 1000

interface Team {
  readonly tokens: readonly string[]
  readonly workspaceId: string
  readonly deviceId: string
  readonly phone: string
}

async function openTeam(server: BenchServer, network: SandboxNetwork, db: Db): Promise<Team> {
  const { token, workspaceId, deviceId, phone } = await linkNumber(server, network)
  await server.call('PUT', `/ai-chatbot/devices/${deviceId}/status`, token, { isEnabled: false })
  const tokens = [token]
  const personIds = [workspaceId]
  for (let n = 1; n < PEOPLE; n += 1) {
    const person = await newUser(server)
    await seedMember(db, workspaceId, person.id, { role: 'agent' })
    tokens.push(person.token)
    personIds.push(person.id)
  }
  const deviceIds = [deviceId]
  for (let n = 1; n <= FURTHER_NUMBERS; n += 1) {
    deviceIds.push(await seedDevice(db, workspaceId, 900 + n))
  }
  await seedChats(db, { workspaceId, deviceIds, personIds, chats: CHATS, messages: MESSAGES })
  return { tokens, workspaceId, deviceId, phone }
}

/** Everybody asks once a second, as busy people would, each one thing after the other. */
async function load(server: BenchServer, team: Team, pathOf: (n: number) => string) {
  const waits: number[] = []
  let next = 0
  const person = async (token: string, place: number) => {
    await pause((place * EVERY_MS) / team.tokens.length)
    for (let n = next++; n < ASKED; n = next++) {
      const begun = performance.now()
      await callIn(server, team, token, 'GET', pathOf(n))
      const wait = performance.now() - begun
      waits.push(wait)
      await pause(Math.max(0, EVERY_MS - wait))
    }
  }
  await Promise.all(team.tokens.map(person))
  return figuresOf(waits)
}

function figuresOf(waits: readonly number[]) {
  const sorted = waits.toSorted((a, b) => a - b)
  return { p50: rounded(quantile(sorted, 0.5), 1), p99: rounded(quantile(sorted, 0.99), 1) }
}

async function callIn<T>(
  { url }: BenchServer,
  { workspaceId }: Team,
  token: string,
  method: string,
  path: string,
  body?: FormData,
): Promise<T> {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'x-workspace': workspaceId },
    ...(body && { body }),
  })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`)
  return (await answer.json()) as T
}

function connect({ url }: BenchServer, token: string, workspace: string): Promise<Socket> {
  const socket = io(url, { auth: { token, workspace }, transports: ['websocket'] })
  return new Promise((done) => socket.once('connect', () => done(socket)))
}

/** People write one after the other; each message is awaited in the page of every person. */
async function measureArrival(network: SandboxNetwork, team: Team, far: Socket) {
  const waits: number[] = []
  for (let n = 0; n < ASKED; n += 1) {
    const text = `arriving ${n}`
    const begun = performance.now()
    const shown = heard(far, 'chat_entries_changed', (told) => JSON.stringify(told).includes(text))
    void network.sendAsContact(team.phone, contactOf(n % 50), { text })
    if (await shown) waits.push(performance.now() - begun)
  }
  return { ...figuresOf(waits), missed: ASKED - waits.length }
}

function heard(socket: Socket, event: string, isIt: (told: unknown) => boolean): Promise<boolean> {
  return new Promise((done) => {
    const listen = (told: unknown) => isIt(told) && end(true)
    const timer = setTimeout(() => end(false), PATIENCE_MS)
    function end(was: boolean): void {
      clearTimeout(timer)
      socket.off(event, listen)
      done(was)
    }
    socket.on(event, listen)
  })
}

/** From the press of Send until the contact's phone has it. */
async function measureSend(network: SandboxNetwork, server: BenchServer, team: Team) {
  const token = team.tokens[0] ?? ''
  const path = `/chats?view=all&deviceId=${team.deviceId}&limit=200`
  const { chats } = await callIn<{ chats: { id: string; lastBy: string }[] }>(
    server,
    team,
    token,
    'GET',
    path,
  )
  const open = chats.filter(({ lastBy }) => lastBy === 'person' || lastBy === 'member')
  const waits: number[] = []
  for (let n = 0; n < Math.min(ASKED, 100); n += 1) {
    const chat = open[n % Math.max(1, open.length)]
    if (!chat) break
    const body = new FormData()
    body.set('clientId', `bench-${n}-${Date.now()}`)
    body.set('text', `answer ${n}`)
    const begun = performance.now()
    const left = new Promise<void>((done) => {
      const off = onReply(network, (phone) => {
        if (phone !== team.phone) return
        off()
        done()
      })
    })
    await callIn(server, team, token, 'POST', `/chats/${chat.id}/messages`, body)
    if (await Promise.race([left.then(() => true), pause(PATIENCE_MS, false)])) {
      waits.push(performance.now() - begun)
    }
  }
  return { ...figuresOf(waits), sent: waits.length }
}

async function indexed(db: Db): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const noted = await db.selectFrom('search_pending').select('what').limit(1).execute()
    const older = await db.selectFrom('search_backlog').select('what').limit(1).execute()
    if (noted.length === 0 && older.length === 0) return performance.now() - begun
    await pause(INDEX_POLL_MS)
  }
}

const WORDS = sentencesOf(400).flatMap((sentence) => sentence.split(' '))
const QUERIES = [
  (n: number) => WORDS[(n * 13) % WORDS.length] ?? 'kara',
  (n: number) => (WORDS[(n * 7) % WORDS.length] ?? 'kara').slice(0, 3),
  (n: number) => String(1000 + ((n * 977) % Math.max(2000, MESSAGES / 2))),
]
const queryOf = (n: number) => QUERIES[n % QUERIES.length]?.(n) ?? 'kara'

function measureOn(network: SandboxNetwork) {
  return async (engine: BenchEngine): Promise<object[]> => {
    const store = reaching(await createStore(engine), network)
    const server = await startServer(store, { metered: false })
    const db = store.open()
    const team = await openTeam(server, network, db)
    const indexMs = await indexed(db)
    await store.settle()
    // The pages of a second node, where the engine lets there be one.
    const second = { ...store, env: { ...store.env, NODE_NAME: 'second' } }
    const other = engine === 'SQLite' ? server : await startServer(second, { metered: false })
    const sockets: Socket[] = []
    for (const token of team.tokens) {
      sockets.push(await connect(other, token, team.workspaceId))
    }
    const [far] = sockets
    if (!far) throw new Error('Nobody is connected.')
    const rows: object[] = [
      { engine, what: 'indexed for search', seconds: rounded(indexMs / 1000, 1) },
    ]
    const add = (what: string, figures: object) => rows.push({ engine, what, ...figures })
    const paths: readonly [string, (n: number) => string][] = [
      ['queue: unanswered', () => '/chats?view=unanswered'],
      ['queue: mine', () => '/chats?view=mine'],
      ['queue: all', () => '/chats?view=all'],
      ['counts', () => '/chats/counts'],
      ['open a chat', (n) => `/chats/${chatIdOf((n * 31) % CHATS)}`],
      ['open the longest', () => `/chats/${chatIdOf(0)}`],
      ['search', (n) => `/chats/search?q=${encodeURIComponent(queryOf(n))}`],
      ['numbers of 30 days', () => '/chats/stats?days=30&timeZone=Asia/Kuala_Lumpur'],
    ]
    for (const [what, pathOf] of paths) {
      add(what, await load(server, team, pathOf))
    }
    add('from the network into a page', await measureArrival(network, team, far))
    add('Send until it left', await measureSend(network, server, team))
    for (const socket of sockets) socket.close()
    await db.destroy()
    if (other !== server) await other.stop()
    await server.stop()
    store.remove()
    return rows
  }
}

await onNetwork(async (network) => {
  report('chats', (await onEngines(engines, measureOn(network))).flat())
})
