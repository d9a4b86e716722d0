import { proto } from 'baileys'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { historyPieces } from './history-pieces.ts'

const { HistorySync } = proto

/** Yields the bytes in parts of these sizes, in turn. */
async function* inParts(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Buffer> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield Buffer.from(bytes.subarray(at, at + size))
    at += size
  }
}

async function piecesOf(bytes: Uint8Array, sizes = [16_384]) {
  const pieces = []
  for await (const piece of historyPieces(inParts(bytes, sizes))) {
    pieces.push(HistorySync.decode(piece.encoded))
  }
  return pieces
}

const message = (chat: string, text: string, id: number) => ({
  msgOrderId: id,
  message: {
    key: { remoteJid: chat, fromMe: true, id: `M${id}` },
    message: { conversation: text },
  },
})

const anyChat = fc
  .record({
    user: fc.stringMatching(/^[1-9][0-9]{5,14}$/),
    texts: fc.array(fc.string({ maxLength: 60 }), { maxLength: 6 }),
    seconds: fc.nat(100_000),
    pinned: fc.nat(2 ** 31),
  })
  .map(({ user, texts, seconds, pinned }) => ({
    id: `${user}@s.whatsapp.net`,
    lidJid: `${user}7@lid`,
    ephemeralExpiration: seconds,
    pinned,
    messages: texts.map((text, id) => message(`${user}@s.whatsapp.net`, text, id)),
  }))

const anyHistory = fc.record({
  syncType: fc.constantFrom(0, 2, 3),
  conversations: fc.array(anyChat, { maxLength: 450 }),
  phoneNumberToLidMappings: fc.array(
    fc.record({ pnJid: fc.string({ maxLength: 20 }), lidJid: fc.string({ maxLength: 20 }) }),
    { maxLength: 5 },
  ),
  progress: fc.nat(100),
})

test('every chat and every pair comes in its order, with two messages at most, however its bytes come', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 4 }),
      async (history, sizes) => {
        const whole = HistorySync.encode(history).finish()
        const pieces = await piecesOf(whole, sizes)
        const expected = HistorySync.decode(whole)
        for (const chat of expected.conversations) chat.messages?.splice(2)
        expect(pieces.flatMap(({ conversations }) => conversations)).toEqual(expected.conversations)
        expect(pieces.flatMap((piece) => piece.phoneNumberToLidMappings)).toEqual(
          expected.phoneNumberToLidMappings,
        )
        expect(Math.max(0, ...pieces.map((piece) => piece.conversations.length))).toBeLessThan(201)
      },
    ),
    { numRuns: 40 },
  )
})

test('a chat that is too long is passed over, and the others come', async () => {
  const chat = (user: string, messages: object[]) => ({ id: `${user}@s.whatsapp.net`, messages })
  const long = Array.from({ length: 300 }, (_, id) => message('', 'x'.repeat(60_000), id))
  const whole = HistorySync.encode({
    syncType: 3,
    conversations: [chat('601', []), chat('602', long), chat('603', long.slice(0, 9))],
  }).finish()
  const chats = (await piecesOf(whole)).flatMap(({ conversations }) => conversations)
  expect(chats.map(({ id, messages }) => [id, messages?.length])).toEqual([
    ['601@s.whatsapp.net', 0],
    // Its messages are too long to be kept.
    ['603@s.whatsapp.net', 0],
  ])
})

/** A field of HistorySync around these bytes. */
function topField(field: number, content: Buffer): Buffer {
  const head = [field * 8 + 2]
  let rest = content.length
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) head.push((rest % 0x80) | 0x80)
  return Buffer.concat([Buffer.from([...head, rest]), content])
}
const emptyFields = (tag: readonly number[], count: number) =>
  Buffer.alloc((tag.length + 1) * count, Buffer.from([...tag, 0]))
/** A name that is given so many times, with so many empty messages. */
const crowded = (names: number, messages: number) =>
  topField(2, Buffer.concat([emptyFields([0x6a], names), emptyFields([0x12], messages)]))

test('a chat with very many fields is passed over, whatever the number of its messages', async () => {
  const whole = Buffer.concat([crowded(20_001, 0), crowded(7, 300_000), crowded(20_001, 3)])
  const pieces = await piecesOf(whole)
  expect(pieces.flatMap(({ conversations }) => conversations)).toHaveLength(1)
})

test.each<[string, Buffer]>([
  ['fields of a chat', crowded(1, 400_000)],
  ['chats', emptyFields([0x12], 100_000)],
  ['fields that are passed over', emptyFields([0x3a], 200_000)],
])('others have their turn while very many %s are read', async (_what, whole) => {
  let over = false
  let turns = 0
  const others = () => {
    turns += 1
    if (!over) setImmediate(others)
  }
  setImmediate(others)
  // All of its bytes are there at once.
  await piecesOf(whole, [whole.length])
  over = true
  expect(turns).toBeGreaterThanOrEqual(40)
})

test.each<[string, number[]]>([
  ['ends within a field', [0x12, 0x05, 0x01]],
  ['ends within a field that is passed over', [0x3a, 0x05, 0x01]],
  ['ends within a number', [0x12, 0x80]],
  ['has a number without end', [0x08, ...Array(11).fill(0xff)]],
  ['has a field without a number', [0x02, 0x00]],
  ['has a field of an unknown type', [0x0b, 0x00]],
  ['has a chat that ends within a field', [0x12, 0x02, 0x0a, 0x05]],
])('what %s is refused', async (_what, bytes) => {
  await expect(piecesOf(Uint8Array.from(bytes))).rejects.toThrow(RangeError)
})

const manyChats = emptyFields([0x12], 1000)

test.each<[string, Buffer, boolean]>([
  ['is given up', manyChats, true],
  ['is refused', Buffer.concat([Buffer.of(0x02, 0x00), manyChats]), false],
  ['is read to its end', manyChats, false],
])('whoever sends a history that %s learns that no more is read', async (_what, whole, givesUp) => {
  let sends = true
  async function* sent() {
    try {
      yield* inParts(whole, [100])
    } finally {
      sends = false
    }
  }
  const read = async () => {
    for await (const _piece of historyPieces(sent())) if (givesUp) break
  }
  await read().catch((error) => expect(error).toBeInstanceOf(RangeError))
  expect(sends).toBe(false)
})

test('any bytes are read or refused, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const read = async () => {
        for await (const _piece of historyPieces(inParts(bytes, [7])));
      }
      await read().catch((error) => expect(error).toBeInstanceOf(RangeError))
    }),
  )
})
