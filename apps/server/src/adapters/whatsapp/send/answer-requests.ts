import {
  areJidsSameUser,
  type BinaryNode,
  type CacheStore,
  jidDecode,
  type WASocket,
} from 'baileys'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../platform/clock.ts'
import { maxEntries } from '../../../platform/lru.ts'
import { takeOver } from '../connection/take-over.ts'
import type { Request, Requests } from './copy-requests.ts'
import { trimRequest } from './copy-requests.ts'

const RECEIPT = 'CB:receipt'
const MESSAGE_TAKEN = 'CB:ack,class:message'

/** Delays before a copy without an acknowledgement is sent again. */
const LONGEST_DELAY_MS = 600_000
const DELAYS_MS = [30_000, 120_000, LONGEST_DELAY_MS]
/** Rate limit, and limited new chats: these do not count as an attempt. */
const REFUSED_FOR_NOW = new Set(['429', '463'])
/** The network closes connections with overdue acknowledgements. */
const ACKNOWLEDGE_WITHIN_MS = 30_000
const PASSES_MAX = 10_000
const PASSES_TTL_MS = 3_600_000
/** Further requests of the same person are not repeated. */
const REQUESTS_PER_PERSON = 20

/** `repeat`: until a copy is sent; `pass`: once, by the driver; `drop`: acknowledge only. */
export type Judgement = 'repeat' | 'pass' | 'drop'

/**
 * The driver's `msgRetryCounterCache`: how often it has handled each request, by message and
 * requester. It answers only a limited number.
 */
export function createPasses(): CacheStore {
  const passes = new LRUCache<string, number>({ ...maxEntries(PASSES_MAX), ttl: PASSES_TTL_MS })
  return {
    get: <T>(key: string) => passes.get(key) as T | undefined,
    set: (key, count) => void passes.set(key, Number(count)),
    del: (key) => passes.delete(key),
    flushAll: () => passes.clear(),
  }
}

/**
 * Answers retry receipts: requests for a copy of a message that a recipient could not decrypt. The
 * driver acknowledges them even when it could not send the copy, for example after a refused query;
 * then nobody asks again and the message stays unreadable. Here a request is acknowledged once the
 * network has accepted the copy, so unanswered requests are delivered again on the next connection.
 * After 30 seconds it is acknowledged anyway, and the copy is retried on the current connection.
 * Phones show only one copy of a message. `judge` decides about each request first, because anyone
 * can name any message. Call after all other receipt listeners are added.
 */
export function answerRequests(
  { ws, sendMessageAck }: Pick<WASocket, 'ws' | 'sendMessageAck'>,
  clock: Pick<Clock, 'after'>,
  { open: requests }: Requests,
  passes: Pick<CacheStore, 'del'>,
  judge: (attrs: BinaryNode['attrs']) => Promise<Judgement>,
  onFault: (error: unknown) => void,
) {
  const readers = takeOver(ws, RECEIPT)
  /** Requests that are not acknowledged yet. */
  const unacknowledged = new Map<string, BinaryNode>()
  let over = false

  function pass(stanza: BinaryNode): void {
    for (const read of readers) read(stanza)
  }

  function handleReceipt(stanza: BinaryNode): void {
    if (stanza.attrs.type === 'retry') handleRequest(stanza).catch((err) => refuse(stanza, err))
    else pass(stanza)
  }

  function refuse(stanza: BinaryNode, error: unknown): void {
    // On a closed connection the network delivers the request again.
    if (over || !ws.isOpen) return
    onFault(error)
    sendMessageAck(stanza).catch(onFault)
  }

  async function handleRequest(whole: BinaryNode): Promise<void> {
    const stanza = trimRequest(whole)
    const judged = stanza ? await judge(whole.attrs) : 'drop'
    if (over || !ws.isOpen) return
    if (!stanza || judged === 'drop') return sendMessageAck(whole)
    const key = `${stanza.attrs.id} ${askerOf(stanza)}`
    if (judged === 'pass' || isTooMuch(key, stanza)) pass(stanza)
    else answer(key, stanza)
  }

  function isTooMuch(key: string, stanza: BinaryNode): boolean {
    const asker = askerOf(stanza)
    const theirs = [...requests.values()].filter((open) =>
      areJidsSameUser(askerOf(open.stanza), asker),
    )
    return !requests.has(key) && theirs.length >= REQUESTS_PER_PERSON
  }

  function answer(key: string, stanza: BinaryNode): void {
    acknowledge(key)
    unacknowledged.set(key, stanza)
    clock.after(ACKNOWLEDGE_WITHIN_MS, () => acknowledge(key))
    wait(key, { stanza, tries: 0 })
    pass(withoutAcknowledgement(stanza))
  }

  function acknowledge(key: string): void {
    const stanza = unacknowledged.get(key)
    unacknowledged.delete(key)
    if (stanza && ws.isOpen) sendMessageAck(stanza).catch(onFault)
  }

  function wait(key: string, { stanza, tries }: Omit<Request, 'cancel'>): void {
    const delay = DELAYS_MS[tries] ?? LONGEST_DELAY_MS
    requests.set(key, { stanza, tries, cancel: clock.after(delay, () => repeat(key)) })
  }

  function repeat(key: string): void {
    const request = requests.get(key)
    if (!request || !ws.isOpen) return
    if (request.tries >= DELAYS_MS.length) {
      requests.delete(key)
      return
    }
    const { offline: _, ...attrs } = request.stanza.attrs
    const stanza = { ...request.stanza, attrs }
    wait(key, { stanza, tries: request.tries + 1 })
    pass(withoutAcknowledgement(stanza))
  }

  ws.on(RECEIPT, handleReceipt)
  ws.on(MESSAGE_TAKEN, (ack: BinaryNode) => {
    const { error } = ack.attrs
    if (error && !REFUSED_FOR_NOW.has(error)) return
    for (const [key, { stanza, tries }] of [...requests.entries()]) {
      if (!isAnswered(stanza, ack)) continue
      if (!error) {
        requests.delete(key)
        continue
      }
      passes.del(`${stanza.attrs.id}:${askerOf(stanza)}`)
      wait(key, { stanza, tries: Math.min(tries, DELAYS_MS.length - 1) })
    }
    if (error) return
    for (const [key, stanza] of [...unacknowledged]) if (isAnswered(stanza, ack)) acknowledge(key)
  })

  return {
    /** Schedules requests left by earlier connections. */
    opened(): void {
      for (const [key, request] of [...requests.entries()]) {
        if (request.tries < DELAYS_MS.length) wait(key, request)
        else requests.delete(key)
      }
    },
    /** Leaves open requests to the next connection. */
    end(): void {
      over = true
      unacknowledged.clear()
      for (const { cancel } of requests.values()) cancel()
    },
  }
}

/** The device that asks, also in a group. */
function askerOf({ attrs }: BinaryNode): string {
  return attrs.participant ?? attrs.from ?? ''
}

/**
 * Whether the acknowledgement is for the requested copy. For a companion device the driver sends
 * the copy to it alone; for a phone, to all devices.
 */
function isAnswered(
  request: BinaryNode,
  { attrs: { id, from, participant } }: BinaryNode,
): boolean {
  const only = participant ?? (jidDecode(from)?.device ? from : undefined)
  return request.attrs.id === id && (only === undefined || only === askerOf(request))
}

/** A stanza that the driver cannot acknowledge, because it reads the tag first. */
function withoutAcknowledgement(stanza: BinaryNode): BinaryNode {
  return {
    ...stanza,
    get tag(): string {
      throw new Error('It is acknowledged once the copy has left.')
    },
  }
}
