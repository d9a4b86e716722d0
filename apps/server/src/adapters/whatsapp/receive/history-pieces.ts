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

/** Chats per piece; reading them takes a few milliseconds. */
const CHATS_A_PIECE = 200
/** Approximate size of a piece. */
const PIECE_BYTES = 256 * 1024
/** Larger chats are skipped, so that none has to be held in memory. */
const CHAT_BYTES_MAX = 16 * 1024 * 1024
/** Messages kept per chat: the driver learns the participants from their receipts. */
const MESSAGES_KEPT = 2
const MESSAGE_BYTES_MAX = 4096
/** Chats with more fields besides messages are skipped; a group has a few thousand. */
const CHAT_FIELDS_MAX = 20_000
/** Longer pairs of addresses are skipped. */
const PAIR_BYTES_MAX = 4096
/** Fields read before yielding to the event loop; they take a few milliseconds. */
const FIELDS_A_TURN = 2000

/**
 * Splits a streamed HistorySync into small encoded ones with its chats, almost without messages,
 * and its pairs of numbers and LIDs. Holds only one chat and one piece in memory. Throws a
 * RangeError for malformed input. Always closes the stream.
 */
export async function* historyPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const counter = new YieldCounter()
  let piece: Buffer[] = []
  let size = 0
  for await (const { field, content } of topFields(bytes, counter)) {
    const trimmed = field === CONVERSATIONS ? await withoutMessages(content, counter) : content
    if (!trimmed) continue
    const encoded = Buffer.concat([lengthDelimited(field, trimmed.length), trimmed])
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

/** The fields that pieces consist of; others are skipped without buffering. */
async function* topFields(
  bytes: AsyncIterable<Buffer>,
  turns: YieldCounter,
): AsyncGenerator<Field> {
  const reader = new ByteReader(bytes)
  try {
    for (let head = await reader.head(); head; head = await reader.head()) {
      if (turns.isDue()) await setImmediate()
      if (isOfPieces(head)) yield { field: head.field, content: await reader.take(head.length) }
      else await reader.skip(head.length)
    }
  } finally {
    await reader.end()
  }
}

/** Counts fields at every level and says when to yield. */
class YieldCounter {
  private fields = 0

  isDue(): boolean {
    this.fields += 1
    return this.fields % FIELDS_A_TURN === 0
  }
}

/** Reads from a stream; buffers only the requested bytes and the rest of a chunk. */
class ByteReader {
  private readonly parts: AsyncIterator<Buffer>
  private buffered: Buffer = Buffer.alloc(0)

  constructor(bytes: AsyncIterable<Buffer>) {
    this.parts = bytes[Symbol.asyncIterator]()
  }

  /** Null at the end. */
  async head(): Promise<Head | null> {
    for (;;) {
      const head = readHead(this.buffered, 0)
      if (head) {
        this.buffered = this.buffered.subarray(head.start)
        return head
      }
      const before = this.buffered.length
      if (await this.fill(before + 1)) continue
      if (before === 0) return null
      throw new RangeError('The history ends too early.')
    }
  }

  /** Closes the stream. */
  async end(): Promise<void> {
    await this.parts.return?.()
  }

  async take(length: number): Promise<Buffer> {
    if (!(await this.fill(length))) throw new RangeError('The history ends too early.')
    const content = this.buffered.subarray(0, length)
    this.buffered = this.buffered.subarray(length)
    return content
  }

  async skip(length: number): Promise<void> {
    for (let remaining = length; remaining > 0; ) {
      if (!(await this.fill(1))) throw new RangeError('The history ends too early.')
      const skipped = Math.min(remaining, this.buffered.length)
      this.buffered = this.buffered.subarray(skipped)
      remaining -= skipped
    }
  }

  /** False if the stream ends first. */
  private async fill(length: number): Promise<boolean> {
    const parts = [this.buffered]
    let size = this.buffered.length
    while (size < length) {
      const next = await this.parts.next()
      if (next.done) break
      parts.push(next.value)
      size += next.value.length
    }
    if (parts.length > 1) this.buffered = Buffer.concat(parts)
    return size >= length
  }
}

function isOfPieces({ field, wire, length }: Head): boolean {
  if (wire !== LENGTH_DELIMITED) return false
  if (field === CONVERSATIONS) return length <= CHAT_BYTES_MAX
  return field === NUMBERS_TO_LIDS && length <= PAIR_BYTES_MAX
}

/** A chat without most of its messages; null if it has too many fields. */
async function withoutMessages(chat: Buffer, turns: YieldCounter): Promise<Buffer | null> {
  const fields: Buffer[] = []
  let messages = 0
  for (let at = 0; at < chat.length; ) {
    const head = readHead(chat, at)
    const end = head ? head.start + head.length : Number.POSITIVE_INFINITY
    if (!head || end > chat.length) throw new RangeError('A chat of the history ends too early.')
    if (turns.isDue()) await setImmediate()
    if (head.field !== MESSAGES) fields.push(chat.subarray(at, end))
    else if (messages < MESSAGES_KEPT && head.length <= MESSAGE_BYTES_MAX) {
      messages += 1
      fields.push(chat.subarray(at, end))
    }
    if (fields.length > CHAT_FIELDS_MAX) return null
    at = end
  }
  return Buffer.concat(fields)
}

interface Head {
  readonly field: number
  readonly wire: number
  /** The offset and length of its content. */
  readonly start: number
  readonly length: number
}

/** Null if more bytes are needed. */
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

/** Null if it continues after the last byte. */
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
