import {
  areJidsSameUser,
  type BinaryNode,
  type CacheStore,
  jidDecode,
  type WASocket,
} from 'baileys'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../platform/clock.ts'
import { upTo } from '../../../platform/lru.ts'
import { takeOver } from '../connection/take-over.ts'
import type { Request, Requests } from './copy-requests.ts'
import { trimRequest } from './copy-requests.ts'

const RECEIPT = 'CB:receipt'
const MESSAGE_TAKEN = 'CB:ack,class:message'

/** After so long without the network's answer to the copy the driver is asked for it again. */
const LONGEST_REST_MS = 600_000
const RESTS_MS = [30_000, 120_000, LONGEST_REST_MS]
/** Of a copy that is asked for too soon, or while new chats are limited: that is no try. */
const REFUSED_FOR_NOW = new Set(['429', '463'])
/** The network closes connections that owe it acknowledgements for long. */
const HELD_MS = 30_000
const PASSES_MAX = 10_000
const PASSES_TTL_MS = 3_600_000
/** What a person asks for beyond this is not repeated. */
const REQUESTS_PER_PERSON = 20

/** `repeat`: for a message of ours; `pass`: the driver alone; `drop`: only acknowledged. */
export type Judgement = 'repeat' | 'pass' | 'drop'

/**
 * How often the driver of one connection was passed each request, which it answers only so often;
 * for its `msgRetryCounterCache`, by message and by who asks.
 */
export function createPasses(): CacheStore {
  const passes = new LRUCache<string, number>({ ...upTo(PASSES_MAX), ttl: PASSES_TTL_MS })
  return {
    get: <T>(key: string) => passes.get(key) as T | undefined,
    set: (key, count) => void passes.set(key, Number(count)),
    del: (key) => passes.delete(key),
    flushAll: () => passes.clear(),
  }
}

/**
 * Repeats what people's phones ask for: a copy of a message that they could not read. By itself the
 * driver acknowledges such a request also when it could not answer it, because a look-up was
 * refused for example; nobody would ask a second time, and the message would stay unread for ever.
 * So it is acknowledged here, once the copy has left: the network passes on to the next connection
 * what was not. What takes longer is acknowledged, and repeated over whatever connection there is.
 * A copy has left once the network has taken a message with that id for whoever asks; phones show
 * copies of one id once. `judge` says first what a request is worth: anybody can name any message.
 * Call once all other listeners for receipts are there that also hear what is repeated.
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
  /** Not acknowledged yet. */
  const held = new Map<string, BinaryNode>()
  let over = false

  function pass(stanza: BinaryNode): void {
    for (const read of readers) read(stanza)
  }

  function hear(stanza: BinaryNode): void {
    if (stanza.attrs.type === 'retry') hearRequest(stanza).catch((err) => refuse(stanza, err))
    else pass(stanza)
  }

  function refuse(stanza: BinaryNode, error: unknown): void {
    // On a line that is closed for it the network keeps the request for the next one.
    if (over || !ws.isOpen) return
    onFault(error)
    sendMessageAck(stanza).catch(onFault)
  }

  async function hearRequest(whole: BinaryNode): Promise<void> {
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
    held.set(key, stanza)
    clock.after(HELD_MS, () => acknowledge(key))
    wait(key, { stanza, tries: 0 })
    pass(withoutAcknowledgement(stanza))
  }

  function acknowledge(key: string): void {
    const stanza = held.get(key)
    held.delete(key)
    if (stanza && ws.isOpen) sendMessageAck(stanza).catch(onFault)
  }

  function wait(key: string, { stanza, tries }: Omit<Request, 'cancel'>): void {
    const rest = RESTS_MS[tries] ?? LONGEST_REST_MS
    requests.set(key, { stanza, tries, cancel: clock.after(rest, () => repeat(key)) })
  }

  function repeat(key: string): void {
    const request = requests.get(key)
    if (!request || !ws.isOpen) return
    if (request.tries >= RESTS_MS.length) {
      requests.delete(key)
      return
    }
    const { offline: _, ...attrs } = request.stanza.attrs
    const stanza = { ...request.stanza, attrs }
    wait(key, { stanza, tries: request.tries + 1 })
    pass(withoutAcknowledgement(stanza))
  }

  ws.on(RECEIPT, hear)
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
      wait(key, { stanza, tries: Math.min(tries, RESTS_MS.length - 1) })
    }
    if (error) return
    for (const [key, stanza] of [...held]) if (isAnswered(stanza, ack)) acknowledge(key)
  })

  return {
    /** What earlier connections have left open is repeated here. */
    opened(): void {
      for (const [key, request] of [...requests.entries()]) {
        if (request.tries < RESTS_MS.length) wait(key, request)
        else requests.delete(key)
      }
    },
    /** The next connection goes on. */
    end(): void {
      over = true
      held.clear()
      for (const { cancel } of requests.values()) cancel()
    },
  }
}

/** A device of a person, also in a group. */
function askerOf({ attrs }: BinaryNode): string {
  return attrs.participant ?? attrs.from ?? ''
}

/**
 * Whether the network has taken a copy for whoever asks here. The driver sends one for a companion
 * device to it alone; when a phone asks, everybody gets another.
 */
function isAnswered(
  request: BinaryNode,
  { attrs: { id, from, participant } }: BinaryNode,
): boolean {
  const only = participant ?? (jidDecode(from)?.device ? from : undefined)
  return request.attrs.id === id && (only === undefined || only === askerOf(request))
}

/** The same for the driver, whose acknowledgement fails: it would begin with the tag. */
function withoutAcknowledgement(stanza: BinaryNode): BinaryNode {
  return {
    ...stanza,
    get tag(): string {
      throw new Error('It is acknowledged once the copy has left.')
    },
  }
}
