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
/** The topic of a node that may have failed to publish something. */
const EVERYTHING = 'everything'

const BusMessage = z.object({
  node: z.string().max(64),
  topic: z.string().max(64),
  /** Encrypted, because every user of the database can listen. */
  sealed: z.string().max(2 * ABOUT_MAX_BYTES),
  /** Proves that the message is not a replay. */
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

/** A bus over LISTEN and NOTIFY, on a connection of its own that is reopened when lost. */
export function createPostgresBus(deps: BusDeps): NodeBus {
  const { access, nodeId, box, time, clock, log } = deps
  const marks = createSealOnce(deps)
  const stopping = new AbortController()
  const listeners = new Map<string, Set<(about: string, from: string) => void>>()
  const missedListeners = new Set<() => void>()
  let client: pg.Client | null = null
  /** A message could not be sent: the other nodes have to treat everything as changed. */
  let hasUnsent = false
  let cancelLearning = () => {}
  let running: Promise<void> = Promise.resolve()
  let sending: Promise<void> = Promise.resolve()
  const queue: string[] = []

  function receive(payload: string | undefined): void {
    const message = readMessage(payload)
    if (!message || message.node === nodeId) return
    const about = openMessage(message)
    if (about === null) return
    if (message.topic === EVERYTHING) notifyMissed()
    for (const listener of listeners.get(message.topic) ?? []) listener(about, message.node)
  }

  /** Null for messages sealed with another key, and for replays. */
  function openMessage({ node, topic, sealed, mark }: z.infer<typeof BusMessage>): string | null {
    const place = placeOf(node, topic)
    if (marks.open(node, mark, place) !== digestOf(sealed)) return null
    try {
      return box.open(sealed, place)
    } catch {
      return null
    }
  }

  function notifyMissed(): void {
    for (const listener of missedListeners) listener()
  }

  /** Resolves once the connection is lost or the bus stops; rejects if it cannot connect. */
  async function listen(onListening: () => void): Promise<void> {
    const opening = createClient(access)
    const lost = Promise.withResolvers<void>()
    opening.on('error', () => lost.resolve())
    opening.on('end', () => lost.resolve())
    opening.on('notification', ({ payload }) => receive(payload))
    try {
      await opening.connect()
      await time.learn(opening)
      marks.onConnected()
      await opening.query(`listen ${CHANNEL}`)
      // `stop` ran before there was a connection to end.
      if (stopping.signal.aborted) return
      client = opening
      onListening()
      if (hasUnsent) send(EVERYTHING, '')
      hasUnsent = false
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
      // The `end` event handles a lost connection.
      time.learn(from).catch(() => {})
      learnAgain(from)
    })
  }

  function send(topic: string, about: string): void {
    if (!client) {
      hasUnsent = true
      return
    }
    const place = placeOf(nodeId, topic)
    const sealed = box.seal(about, place)
    const mark = marks.seal(digestOf(sealed), place)
    queue.push(JSON.stringify({ node: nodeId, topic, sealed, mark }))
    if (queue.length === 1) sending = sending.then(sendQueue)
  }

  /** In order; messages published during a statement go with the next one. */
  async function sendQueue(): Promise<void> {
    const payloads = queue.splice(0)
    const notified = client?.query(
      'select pg_notify($1, payload) from unnest($2::text[]) as payload',
      [CHANNEL, payloads],
    )
    if (notified) await notified.catch(onSendFailed)
    else onSendFailed()
  }

  /** The next connection reports it, so this one is closed. */
  function onSendFailed(): void {
    hasUnsent = true
    void client?.end().catch(() => {})
  }

  async function run(onAttempt: () => void): Promise<void> {
    let faults = 0
    let onListening = onAttempt
    while (!stopping.signal.aborted) {
      await listen(() => {
        faults = 0
        onListening()
      }).catch((err: unknown) => log.warn({ err }, 'the bus between nodes is not connected'))
      onAttempt()
      onListening = notifyMissed
      await pause(clock, backOff(faults++, FIRST_WAIT_MS, LONGEST_WAIT_MS), stopping.signal)
    }
  }

  return {
    part: {
      name: 'node bus',
      /** Resolves once it listens, or the first attempt failed, so that a stop does not wait. */
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
    publish: send,
    on(topic: NodeTopic, listener) {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
    },
    onMissed: (listener) => void missedListeners.add(listener),
  }
}

function readMessage(payload: string | undefined): z.infer<typeof BusMessage> | null {
  try {
    const message = BusMessage.safeParse(JSON.parse(payload ?? ''))
    return message.success ? message.data : null
  } catch {
    return null
  }
}

const placeOf = (node: string, topic: string): string => `bus/${node}/${topic}`

const digestOf = (sealed: string): string => createHash('sha256').update(sealed).digest('base64url')
