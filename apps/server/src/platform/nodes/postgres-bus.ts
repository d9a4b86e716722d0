import pg from 'pg'
import { z } from 'zod'
import { backOff } from '../back-off.ts'
import { type Clock, pause } from '../clock.ts'
import type { Log } from '../log.ts'
import type { NodeBus, NodeTopic } from './node-bus.ts'

const CHANNEL = 'kirim'
const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 5000
/** What a node tells that may have been out of touch itself. */
const EVERYTHING = 'everything'

const Told = z.object({
  node: z.string().max(64),
  topic: z.string().max(64),
  about: z.string().max(200),
})

interface BusDeps {
  readonly url: string
  readonly nodeId: string
  /** What PostgreSQL calls the connection. */
  readonly name: string
  readonly clock: Clock
  readonly log: Log
}

/** Over LISTEN and NOTIFY, on a connection of its own that is opened again when it is lost. */
export function createPostgresBus({ url, nodeId, name, clock, log }: BusDeps): NodeBus {
  const stopping = new AbortController()
  const hearers = new Map<string, Set<(about: string) => void>>()
  const missed = new Set<() => void>()
  let client: pg.Client | null = null
  /** Something could not be told: the others are to take everything as changed. */
  let untold = false
  let running: Promise<void> = Promise.resolve()

  function hear(payload: string | undefined): void {
    const told = readTold(payload)
    if (!told || told.node === nodeId) return
    if (told.topic === EVERYTHING) tellMissed()
    for (const hearer of hearers.get(told.topic) ?? []) hearer(told.about)
  }

  function tellMissed(): void {
    for (const hearer of missed) hearer()
  }

  /** Resolves once the connection is lost; rejects when there is none. */
  async function listen(onListening: () => void): Promise<void> {
    const opened = new pg.Client({ connectionString: url, application_name: name })
    const lost = Promise.withResolvers<void>()
    opened.on('error', () => lost.resolve())
    opened.on('end', () => lost.resolve())
    opened.on('notification', ({ payload }) => hear(payload))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      client = opened
      onListening()
      if (untold) send(EVERYTHING, '')
      untold = false
      await lost.promise
    } finally {
      client = null
      await opened.end().catch(() => {})
    }
  }

  function send(topic: string, about: string): void {
    const payload = JSON.stringify({ node: nodeId, topic, about })
    if (client) client.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(notTold)
    else untold = true
  }

  /** Its connection is lost with it: the next one tells. */
  function notTold(): void {
    untold = true
  }

  async function run(first: () => void): Promise<void> {
    let faults = 0
    let onListening = first
    while (!stopping.signal.aborted) {
      await listen(() => {
        faults = 0
        onListening()
      }).catch((err: unknown) => log.warn({ err }, 'other nodes are not heard'))
      onListening = tellMissed
      await pause(clock, backOff(faults++, FIRST_WAIT_MS, LONGEST_WAIT_MS), stopping.signal)
    }
  }

  return {
    part: {
      name: 'node bus',
      /** Resolves once it listens. */
      start: () =>
        new Promise((done) => {
          running = run(done).finally(done)
        }),
      async stop() {
        stopping.abort()
        await client?.end()
        await running
      },
    },
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
