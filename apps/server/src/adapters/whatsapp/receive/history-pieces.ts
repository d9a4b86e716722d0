import { setImmediate } from 'node:timers/promises'
import { ByteReader, type Head, LENGTH_DELIMITED, lengthDelimited } from './encoded-fields.ts'
import { type EncodedChat, type KeptMessages, splitChat, YieldCounter } from './split-chat.ts'

/** Field numbers of the network's HistorySync message. */
const CONVERSATIONS = 2
const NUMBERS_TO_LIDS = 15

/** Chats per piece; reading them takes a few milliseconds. */
const CHATS_A_PIECE = 200
/** Approximate size of a piece. */
const PIECE_BYTES = 256 * 1024
/** Larger chats are skipped, so that none has to be held in memory. */
const CHAT_BYTES_MAX = 16 * 1024 * 1024
/** Messages kept in a piece; decoding them takes some milliseconds. */
const MESSAGES_A_PIECE = 500
/** Longer pairs of addresses are skipped. */
const PAIR_BYTES_MAX = 4096

export interface Piece {
  /** A HistorySync for the driver. */
  readonly encoded: Buffer
  readonly chats: readonly EncodedChat[]
}

/**
 * Splits a streamed HistorySync into small encoded ones with its chats, almost without messages,
 * and its pairs of numbers and LIDs; beside them the messages that are kept, none with null. Holds
 * only one chat and one piece in memory. Throws a RangeError for malformed input. Always closes the
 * stream.
 */
export async function* historyPieces(
  bytes: AsyncIterable<Buffer>,
  kept: KeptMessages | null = null,
): AsyncGenerator<Piece> {
  const counter = new YieldCounter()
  let piece = createPiece()
  for await (const { field, content } of topFields(bytes, counter)) {
    const chat = field === CONVERSATIONS ? await splitChat(content, kept, counter) : null
    if (field === CONVERSATIONS && !chat) continue
    piece.add(field, chat?.head ?? content, chat)
    if (!piece.isFull()) continue
    yield piece.take()
    piece = createPiece()
  }
  if (!piece.isEmpty()) yield piece.take()
}

function createPiece() {
  const fields: Buffer[] = []
  const chats: EncodedChat[] = []
  let size = 0
  let messages = 0
  return {
    add(field: number, content: Buffer, chat: EncodedChat | null): void {
      const encoded = Buffer.concat([lengthDelimited(field, content.length), content])
      fields.push(encoded)
      size += encoded.length
      if (!chat || chat.messages.length === 0) return
      chats.push(chat)
      messages += chat.messages.length
      for (const one of chat.messages) size += one.length
    },
    isEmpty: () => fields.length === 0,
    isFull: () =>
      fields.length >= CHATS_A_PIECE || size >= PIECE_BYTES || messages >= MESSAGES_A_PIECE,
    take: (): Piece => ({ encoded: Buffer.concat(fields), chats }),
  }
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

function isOfPieces({ field, wire, length }: Head): boolean {
  if (wire !== LENGTH_DELIMITED) return false
  if (field === CONVERSATIONS) return length <= CHAT_BYTES_MAX
  return field === NUMBERS_TO_LIDS && length <= PAIR_BYTES_MAX
}
