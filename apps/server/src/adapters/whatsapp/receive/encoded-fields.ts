export const VARINT = 0
const FIXED64 = 1
export const LENGTH_DELIMITED = 2
const FIXED32 = 5

/** The head of an encoded field. */
export interface Head {
  readonly field: number
  readonly wire: number
  /** The offset and length of its content. */
  readonly start: number
  readonly length: number
  /** Of a varint. */
  readonly value?: number
}

/** Null if more bytes are needed. */
export function readHead(bytes: Buffer, at: number): Head | null {
  const tag = readVarint(bytes, at)
  if (!tag) return null
  const field = Math.floor(tag.value / 8)
  const wire = tag.value % 8
  if (field === 0) throw new RangeError('The history has a field without a number.')
  if (wire === FIXED64) return { field, wire, start: tag.end, length: 8 }
  if (wire === FIXED32) return { field, wire, start: tag.end, length: 4 }
  const value = readVarint(bytes, tag.end)
  if (!value) return null
  if (wire === VARINT) return { field, wire, start: value.end, length: 0, value: value.value }
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

export function lengthDelimited(field: number, length: number): Buffer {
  const bytes = [field * 8 + LENGTH_DELIMITED]
  let rest = length
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80)
  return Buffer.from([...bytes, rest])
}

/** The first field with this number and type; null without one, or in malformed bytes. */
export function fieldIn(bytes: Buffer, field: number, wire: number): Head | null {
  for (let at = 0; at < bytes.length; ) {
    const head = readHead(bytes, at)
    if (!head || head.start + head.length > bytes.length) return null
    if (head.field === field && head.wire === wire) return head
    at = head.start + head.length
  }
  return null
}

/** Reads from a stream; buffers only the requested bytes and the rest of a chunk. */
export class ByteReader {
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
