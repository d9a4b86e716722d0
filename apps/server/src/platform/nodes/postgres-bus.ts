import { createHash } from 'node:crypto'
import type pg from 'pg'
import { z } from 'zod'
import { backOff } from '../back-off.ts'
import { type Clock, pause } from '../clock.ts'
import type { SecretBox } from '../crypto/secret-box.ts'
import { createClient, type PostgresAccess } from '../database/postgres-dialect.ts'
import type { Log } from '../log.ts'
import type { DatabaseTime } from './database-time.ts'
import { ABOUT_MAX_BYTES, type NodeBus, type NodeTopic } from './node-bus.ts'
import { createSealOnce } from './seal-once.ts'

const CHANNEL = 'kirim'
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000
/** Clocks of machines drift apart by seconds a day. */
const LEARN_EVERY_MS = 60_000
/** What a node tells that may have been out of touch itself. */
const EVERYTHING = 'everything'

const Told = z.object({
  node: z.string().max(64),
  topic: z.string().max(64),
  /** What it is about: whoever may listen on the database reads nothing of it. */
  sealed: z.string().max(2 * ABOUT_MAX_BYTES),
  /** Proves that the message is new, and not a repetition. */
  mark: z.string().max(500),
})

interface BusDeps {
  readonly access: PostgresAccess
  readonly nodeId: string
  readonly box: SecretBox
  readonly time: DatabaseTime
  readonly clock: Clock
  readonly log: Log
}

/** Over LISTEN and NOTIFY, on a connection of its own that is opened again when it is lost. */
export function createPostgresBus(deps: BusDeps): NodeBus {
  const { access, nodeId, box, time, clock, log } = deps
  const marks = createSealOnce(deps)
  const stopping = new AbortController()
  const hearers = new Map<string, Set<(about: string, from: string) => void>>()
  const missed = new Set<() => void>()
  let client: pg.Client | null = null
  /** Something could not be told: the others are to take everything as changed. */
  let untold = false
  let cancelLearning = () => {}
  let running: Promise<void> = Promise.resolve()
  let sending: Promise<void> = Promise.resolve()
  const queue: string[] = []

  function hear(payload: string | undefined): void {
    const told = readTold(payload)
    if (!told || told.node === nodeId) return
    const about = opened(told)
    if (about === null) return
    if (told.topic === EVERYTHING) tellMissed()
    for (const hearer of hearers.get(told.topic) ?? []) hearer(about, told.node)
  }

  /** Null for what another key has sealed, and for what is repeated. */
  function opened({ node, topic, sealed, mark }: z.infer<typeof Told>): string | null {
    const place = placeOf(node, topic)
    if (marks.open(node, mark, place) !== digestOf(sealed)) return null
    try {
      return box.open(sealed, place)
    } catch {
      return null
    }
  }

  function tellMissed(): void {
    for (const hearer of missed) hearer()
  }

  /** Resolves once the connection is lost, or the bus stops; rejects when there is none. */
  async function listen(onListening: () => void): Promise<void> {
    const opening = createClient(access)
    const lost = Promise.withResolvers<void>()
    opening.on('error', () => lost.resolve())
    opening.on('end', () => lost.resolve())
    opening.on('notification', ({ payload }) => hear(payload))
    try {
      await opening.connect()
      await time.learn(opening)
      marks.onConnected()
      await opening.query(`listen ${CHANNEL}`)
      // `stop` found no connection to end.
      if (stopping.signal.aborted) return
      client = opening
      onListening()
      if (untold) send(EVERYTHING, '')
      untold = false
      learnAgain(opening)
      await lost.promise
    } finally {
      client = null
      cancelLearning()
      await opening.end().catch(() => {})
    }
  }

  function learnAgain(from: pg.Client): void {
    cancelLearning = clock.after(LEARN_EVERY_MS, () => {
      // A line that is lost is noticed elsewhere.
      time.learn(from).catch(() => {})
      learnAgain(from)
    })
  }

  function send(topic: string, about: string): void {
    if (!client) {
      untold = true
      return
    }
    const place = placeOf(nodeId, topic)
    const sealed = box.seal(about, place)
    const mark = marks.seal(digestOf(sealed), place)
    queue.push(JSON.stringify({ node: nodeId, topic, sealed, mark }))
    if (queue.length === 1) sending = sending.then(sendQueue)
  }

  /** In order; what is told while a statement is under way goes with the next one. */
  async function sendQueue(): Promise<void> {
    const payloads = queue.splice(0)
    const told = client?.query('select pg_notify($1, payload) from unnest($2::text[]) as payload', [
      CHANNEL,
      payloads,
    ])
    if (told) await told.catch(notTold)
    else notTold()
  }

  /** The next connection tells, so one that is left is given up. */
  function notTold(): void {
    untold = true
    void client?.end().catch(() => {})
  }

  async function run(tried: () => void): Promise<void> {
    let faults = 0
    let onListening = tried
    while (!stopping.signal.aborted) {
      await listen(() => {
        faults = 0
        onListening()
      }).catch((err: unknown) => log.warn({ err }, 'other nodes are not heard'))
      tried()
      onListening = tellMissed
      await pause(clock, backOff(faults++, FIRST_WAIT_MS, LONGEST_WAIT_MS), stopping.signal)
    }
  }

  return {
    part: {
      name: 'node bus',
      /** Resolves once it listens, or could not: then a stop is not kept waiting. */
      start: () =>
        new Promise((done) => {
          running = run(done)
        }),
      async stop() {
        stopping.abort()
        await sending
        await client?.end()
        await running
      },
    },
    isShared: true,
    tell: send,
    on(topic: NodeTopic, hearer) {
      const known = hearers.get(topic) ?? new Set()
      hearers.set(topic, known.add(hearer))
    },
    onMissed: (hearer) => void missed.add(hearer),
  }
}

function readTold(payload: string | undefined): z.infer<typeof Told> | null {
  try {
    const told = Told.safeParse(JSON.parse(payload ?? ''))
    return told.success ? told.data : null
  } catch {
    return null
  }
}

const placeOf = (node: string, topic: string): string => `bus/${node}/${topic}`

const digestOf = (sealed: string): string => createHash('sha256').update(sealed).digest('base64url')
