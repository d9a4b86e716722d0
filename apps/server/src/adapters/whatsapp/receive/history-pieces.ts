import { setImmediate } from 'node:timers/promises'

/** Field numbers of the network's HistorySync message. */
const CONVERSATIONS = 2
const NUMBERS_TO_LIDS = 15
/** The field of a Conversation that holds its messages. */
const MESSAGES = 2

const VARINT = 0
const FIXED64 = 1
const LENGTH_DELIMITED = 2
const FIXED32 = 5

/** Chats of one piece; to read as many takes some milliseconds. */
const CHATS_A_PIECE = 200
/** Bytes of one piece, about. */
const PIECE_BYTES = 256 * 1024
/** A chat with more bytes than this is left out: nothing holds all of it at once. */
const CHAT_BYTES_MAX = 16 * 1024 * 1024
/** Messages of a chat that are kept: the driver finds whom it is with in their receipts. */
const MESSAGES_KEPT = 2
const MESSAGE_BYTES_MAX = 4096
/** A chat with more fields, its messages apart, is left out; a group has a few thousand. */
const CHAT_FIELDS_MAX = 20_000
/** A pair of addresses is short; a longer one is left out. */
const PAIR_BYTES_MAX = 4096
/** How many fields are read before others have their turn; they take some milliseconds. */
const FIELDS_A_TURN = 2000

/**
 * Splits an encoded HistorySync, whose bytes come bit by bit, into small encoded ones that hold its
 * chats, with next to none of their messages, and the pairs of numbers and LIDs. Holds one chat
 * and one piece at a time, whatever the length of the whole. Throws a RangeError on what is no such
 * message. However it ends, its bytes are given up.
 */
export async function* historyPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const turns = new Turns()
  let piece: Buffer[] = []
  let size = 0
  for await (const { field, content } of topFields(bytes, turns)) {
    const kept = field === CONVERSATIONS ? await withoutMessages(content, turns) : content
    if (!kept) continue
    const encoded = Buffer.concat([lengthDelimited(field, kept.length), kept])
    piece.push(encoded)
    size += encoded.length
    if (piece.length < CHATS_A_PIECE && size < PIECE_BYTES) continue
    yield Buffer.concat(piece)
    piece = []
    size = 0
  }
  if (piece.length > 0) yield Buffer.concat(piece)
}

interface Field {
  readonly field: number
  readonly content: Buffer
}

/** The fields that pieces are made of; others are passed over without being held. */
async function* topFields(bytes: AsyncIterable<Buffer>, turns: Turns): AsyncGenerator<Field> {
  const incoming = new Incoming(bytes)
  try {
    for (let head = await incoming.head(); head; head = await incoming.head()) {
      if (turns.isOver()) await setImmediate()
      if (isOfPieces(head)) yield { field: head.field, content: await incoming.take(head.length) }
      else await incoming.skip(head.length)
    }
  } finally {
    await incoming.end()
  }
}

/** Counts the fields that have been read, at every level. */
class Turns {
  private fields = 0

  isOver(): boolean {
    this.fields += 1
    return this.fields % FIELDS_A_TURN === 0
  }
}

/** Bytes that come bit by bit; no more are held than are asked for, and the rest of a part. */
class Incoming {
  private readonly parts: AsyncIterator<Buffer>
  private held: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.parts = bytes[Symbol.asyncIterator]()
  }

  /** Null at the end. */
  async head(): Promise<Head | null> {
    for (;;) {
      const head = readHead(this.held, 0)
      if (head) {
        this.held = this.held.subarray(head.start)
        return head
      }
      const before = this.held.length
      if (await this.fill(before + 1)) continue
      if (before === 0) return null
      throw new RangeError('The history ends too early.')
    }
  }

  /** Whoever sends the bytes learns that no more of them are read. */
  async end(): Promise<void> {
    await this.parts.return?.()
  }

  async take(length: number): Promise<Buffer> {
    if (!(await this.fill(length))) throw new RangeError('The history ends too early.')
    const taken = this.held.subarray(0, length)
    this.held = this.held.subarray(length)
    return taken
  }

  async skip(length: number): Promise<void> {
    for (let left = length; left > 0; ) {
      if (!(await this.fill(1))) throw new RangeError('The history ends too early.')
      const skipped = Math.min(left, this.held.length)
      this.held = this.held.subarray(skipped)
      left -= skipped
    }
  }

  /** False when there are fewer bytes than this. */
  private async fill(length: number): Promise<boolean> {
    const parts = [this.held]
    let size = this.held.length
    while (size < length) {
      const next = await this.parts.next()
      if (next.done) break
      parts.push(next.value)
      size += next.value.length
    }
    if (parts.length > 1) this.held = Buffer.concat(parts)
    return size >= length
  }
}

function isOfPieces({ field, wire, length }: Head): boolean {
  if (wire !== LENGTH_DELIMITED) return false
  if (field === CONVERSATIONS) return length <= CHAT_BYTES_MAX
  return field === NUMBERS_TO_LIDS && length <= PAIR_BYTES_MAX
}

/** Null for a chat with too many fields. */
async function withoutMessages(chat: Buffer, turns: Turns): Promise<Buffer | null> {
  const kept: Buffer[] = []
  let messages = 0
  for (let at = 0; at < chat.length; ) {
    const head = readHead(chat, at)
    const end = head ? head.start + head.length : Number.POSITIVE_INFINITY
    if (!head || end > chat.length) throw new RangeError('A chat of the history ends too early.')
    if (turns.isOver()) await setImmediate()
    if (head.field !== MESSAGES) kept.push(chat.subarray(at, end))
    else if (messages < MESSAGES_KEPT && head.length <= MESSAGE_BYTES_MAX) {
      messages += 1
      kept.push(chat.subarray(at, end))
    }
    if (kept.length > CHAT_FIELDS_MAX) return null
    at = end
  }
  return Buffer.concat(kept)
}

interface Head {
  readonly field: number
  readonly wire: number
  /** Where its content begins, and how many bytes that has. */
  readonly start: number
  readonly length: number
}

/** Null when more bytes are needed to tell. */
function readHead(bytes: Buffer, at: number): Head | null {
  const tag = readVarint(bytes, at)
  if (!tag) return null
  const field = Math.floor(tag.value / 8)
  const wire = tag.value % 8
  if (field === 0) throw new RangeError('The history has a field without a number.')
  if (wire === FIXED64) return { field, wire, start: tag.end, length: 8 }
  if (wire === FIXED32) return { field, wire, start: tag.end, length: 4 }
  const value = readVarint(bytes, tag.end)
  if (!value) return null
  if (wire === VARINT) return { field, wire, start: value.end, length: 0 }
  if (wire === LENGTH_DELIMITED) return { field, wire, start: value.end, length: value.value }
  throw new RangeError('The history has a field of an unknown type.')
}

/** Null when it goes on after the last of these bytes. */
function readVarint(bytes: Buffer, at: number): { value: number; end: number } | null {
  let value = 0
  for (let index = 0; index < 10; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) return null
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, end: at + index + 1 }
  }
  throw new RangeError('The history has a number that does not end.')
}

function lengthDelimited(field: number, length: number): Buffer {
  const bytes = [field * 8 + LENGTH_DELIMITED]
  let rest = length
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Buffer.from([...bytes, rest])
}
