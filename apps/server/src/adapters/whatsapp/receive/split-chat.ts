import { setImmediate } from 'node:timers/promises'
import { fieldIn, LENGTH_DELIMITED, readHead, VARINT } from './encoded-fields.ts'

/** The field of a Conversation that holds its messages. */
const MESSAGES = 2
/** The field of a HistorySyncMsg with the message, and that of its time in it. */
const MESSAGE = 1
const TIMESTAMP = 3

/** Larger messages are not kept. */
const KEPT_BYTES_MAX = 256 * 1024
/** Messages per chat for the driver, which learns the participants from their receipts. */
const MESSAGES_TAUGHT = 2
const MESSAGE_BYTES_MAX = 4096
/** Chats with more fields besides messages are skipped; a group has a few thousand. */
const CHAT_FIELDS_MAX = 20_000
/** Fields read before yielding to the event loop; they take a few milliseconds. */
const FIELDS_A_TURN = 2000

/** Which messages of a history are kept. */
export interface KeptMessages {
  /** From this time on, in epoch milliseconds. */
  readonly since: number
  /** The newest of a chat. */
  readonly most: number
}

/** A chat as it is shared, still encoded. */
export interface EncodedChat {
  /** A Conversation almost without messages. */
  readonly head: Buffer
  /** Each a HistorySyncMsg, in the order of the phone. */
  readonly messages: readonly Buffer[]
}

/** Counts fields at every level and says when to yield. */
export class YieldCounter {
  private fields = 0

  isDue(): boolean {
    this.fields += 1
    return this.fields % FIELDS_A_TURN === 0
  }
}

/** Null if it has too many fields. */
export async function splitChat(
  chat: Buffer,
  kept: KeptMessages | null,
  turns: YieldCounter,
): Promise<EncodedChat | null> {
  const fields: Buffer[] = []
  const messages: WrittenMessage[] = []
  let taught = 0
  for (const { field, content, whole } of fieldsOf(chat)) {
    if (turns.isDue()) await setImmediate()
    const isMessage = field === MESSAGES
    if (isMessage && kept) messages.push(...keptOf(content, kept))
    const isTaught = isMessage && taught < MESSAGES_TAUGHT && content.length <= MESSAGE_BYTES_MAX
    if (isTaught) taught += 1
    if (isTaught || !isMessage) fields.push(whole)
    if (fields.length > CHAT_FIELDS_MAX) return null
  }
  return { head: Buffer.concat(fields), messages: newestOf(messages, kept?.most ?? 0) }
}

function* fieldsOf(chat: Buffer) {
  for (let at = 0; at < chat.length; ) {
    const head = readHead(chat, at)
    const end = head ? head.start + head.length : Number.POSITIVE_INFINITY
    if (!head || end > chat.length) throw new RangeError('A chat of the history ends too early.')
    const content = chat.subarray(head.start, end)
    yield { field: head.field, content, whole: chat.subarray(at, end) }
    at = end
  }
}

interface WrittenMessage {
  /** Epoch milliseconds. */
  readonly at: number
  readonly encoded: Buffer
}

function keptOf(encoded: Buffer, { since }: KeptMessages): WrittenMessage[] {
  const at = timeOf(encoded) * 1000
  const isKept = at > 0 && at >= since && encoded.length <= KEPT_BYTES_MAX
  return isKept ? [{ at, encoded }] : []
}

/** In their order. */
function newestOf(messages: readonly WrittenMessage[], most: number): Buffer[] {
  const oldest = messages.map(({ at }) => at).sort((a, b) => b - a)[most - 1] ?? 0
  const newest = messages.filter(({ at }) => at >= oldest).slice(0, most)
  return newest.map(({ encoded }) => encoded)
}

/** When a HistorySyncMsg was written, in epoch seconds; 0 if unknown. */
function timeOf(encoded: Buffer): number {
  try {
    const message = fieldIn(encoded, MESSAGE, LENGTH_DELIMITED)
    if (!message) return 0
    const info = encoded.subarray(message.start, message.start + message.length)
    return fieldIn(info, TIMESTAMP, VARINT)?.value ?? 0
  } catch {
    return 0
  }
}
