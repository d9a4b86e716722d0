import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { chunks } from '../database/database.ts'
import { DomainError } from '../errors.ts'
import { createKeyedLock } from '../lock.ts'
import { createSlots } from '../slots.ts'

/** Concurrent long answers per member. */
const MAX_PER_MEMBER = 4

/** An answer of any length: each part is produced once the client has read the previous ones. */
export class Streamed<Response> {
  /** The type of all parts together; only for the compiler. */
  declare readonly whole: Response
  readonly type: string
  readonly parts: AsyncGenerator<string | Buffer>

  constructor(type: string, parts: AsyncGenerator<string | Buffer>) {
    this.type = type
    this.parts = parts
  }

  /** The same with each page changed, before any was read; a file has no pages. */
  changed(_change: <Page>(page: Page) => Page): Streamed<Response> {
    return this
  }
}

/** An answer whose items are still objects. */
class StreamedList<Item> extends Streamed<Item[]> {
  readonly #pages: AsyncIterable<readonly Item[]>

  constructor(pages: AsyncIterable<readonly Item[]>) {
    super('application/json; charset=utf-8', jsonOf(pages))
    this.#pages = pages
  }

  override changed(change: <Page>(page: Page) => Page): StreamedList<Item> {
    return new StreamedList(changedPages(this.#pages, change))
  }
}

async function* changedPages<Item>(
  pages: AsyncIterable<readonly Item[]>,
  change: (page: readonly Item[]) => readonly Item[],
) {
  for await (const page of pages) yield change(page)
}

/** A JSON array of the items of all pages. */
export function listInPages<Item>(pages: AsyncIterable<readonly Item[]>): Streamed<Item[]> {
  return new StreamedList(pages)
}

/** A JSON array of items in memory, sent in parts so that others are served in between. */
export function longList<Item>(items: readonly Item[]): Streamed<Item[]> {
  return listInPages(partsOf(items))
}

async function* partsOf<Item>(items: readonly Item[]): AsyncGenerator<Item[]> {
  for (const part of chunks(items)) {
    yield part
    await setImmediate()
  }
}

/** The end of the list is sent with the last page, so that one page is one part. */
async function* jsonOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let text = ''
  let isBegun = false
  for await (const page of pages) {
    if (page.length === 0) continue
    if (isBegun) yield text
    text = (isBegun ? ',' : '[') + JSON.stringify(page).slice(1, -1)
    isBegun = true
  }
  yield isBegun ? `${text}]` : '[]'
}

/** Whether somebody may have an answer that takes a while. */
interface Admission {
  /** Called before the first part is sent; throws for those who may no longer have it. */
  judge(): Promise<void>
  /** Asked before each later part. */
  isAdmitted(): Promise<boolean>
}
const FOR_ALL: Admission = { judge: async () => {}, isAdmitted: async () => true }

/**
 * Sends streamed answers. A single part is sent like any other answer; longer ones, which last as
 * long as the client reads, are limited per member.
 */
export function createStreaming(ofOneMember = MAX_PER_MEMBER) {
  const open = createSlots(ofOneMember)
  // Serializes the first parts per member, so that others are served between them.
  const inTurn = createKeyedLock()

  /**
   * Once it is no longer admitted, the connection is cut, so that the list does not look complete.
   * Throws `too_many_lists`.
   */
  return async (
    who: string,
    request: FastifyRequest,
    reply: FastifyReply,
    { type, parts }: Streamed<unknown>,
    { judge, isAdmitted }: Admission = FOR_ALL,
  ): Promise<void> => {
    const [first, second] = await inTurn(who, async () => {
      await setImmediate()
      return [await parts.next(), await parts.next()] as const
    })
    await judge().catch(async (refusal: unknown) => {
      await parts.return(undefined)
      throw refusal
    })
    reply.type(type)
    if (second.done) {
      await reply.send(first.value ?? '')
      return
    }
    const leave = open.take(who)
    const isGone = request.raw.socket.destroyed
    const isAsked = request.method !== 'HEAD' && !isGone
    if (!isAsked || !leave) await parts.return(undefined)
    if (!leave) throw new DomainError('too_many_lists')
    const ended = finished(reply.raw).catch(() => {})
    void ended.then(leave)
    const rest = whileAdmitted(parts, isAdmitted, () => request.raw.socket.destroy())
    reply.send(Readable.from(isAsked ? all(first.value, second.value, rest) : []))
    await ended
  }
}

async function* whileAdmitted(
  parts: AsyncIterable<string | Buffer>,
  isAdmitted: () => Promise<boolean>,
  cut: () => void,
) {
  for await (const part of parts) {
    if (!(await isAdmitted())) return cut()
    yield part
  }
}

async function* all(
  first: string | Buffer,
  second: string | Buffer,
  rest: AsyncIterable<string | Buffer>,
) {
  yield first
  yield second
  yield* rest
}
