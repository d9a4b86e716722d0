import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { until } from '@kirim/testing/until'
import { proto } from 'baileys'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHistoryReader } from '../adapters/whatsapp/receive/read-history.ts'
import { createChatNumbers } from '../features/messages/chat-numbers.repository.ts'
import { createHistoryKeeping } from '../features/messages/history/keep-history.ts'
import { type ChatRoom, openChatRoom } from './chat-room.ts'
import { movingChats } from './plain-inbox.ts'

const CHATS = 2000
const MESSAGES_A_CHAT = 10
const PARTS = 4
const ME = { id: '60123456789:1@s.whatsapp.net', lid: '' }
const { HistorySyncType } = proto.HistorySync

/** A part of a large account's history, as a phone uploads it. */
function partOf(part: number, now: number): Buffer {
  const encoded: Uint8Array[] = []
  for (let chat = part; chat < CHATS; chat += PARTS) {
    const remoteJid = `6017${String(chat).padStart(8, '0')}@s.whatsapp.net`
    const messages = Array.from({ length: MESSAGES_A_CHAT }, (_, n) => ({
      message: {
        key: { remoteJid, fromMe: n % 2 === 1, id: `3A${chat}X${n}` },
        message: { conversation: `Message ${n} of chat ${chat}, about as long as most are.` },
        messageTimestamp: Math.floor(now / 1000) - 60 * (n + 1),
      },
    }))
    const conversation = { id: remoteJid, lidJid: `2700${chat}@lid`, messages }
    encoded.push(proto.HistorySync.encode({ conversations: [conversation] } as never).finish())
  }
  return deflateSync(Buffer.concat(encoded))
}

describe('the history of a large account', () => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom('SQLite')
  })
  afterEach(() => room.close())

  async function read(files: readonly Buffer[]): Promise<void> {
    const { db, clock, deviceId, workspaceId } = room
    const { keeper } = createHistoryKeeping({
      db,
      clock,
      numbers: createChatNumbers(db),
      moving: movingChats,
      ownerOf: async () => workspaceId,
      linkedAt: async () => null,
      onChanged: () => {},
      onStored: () => {},
    })
    let open = PARTS
    const faults: unknown[] = []
    const reader = createHistoryReader({
      history: {
        addPart: (bytes) => keeper.addPart(deviceId, bytes),
        parts: () => keeper.partsOf(deviceId),
        keptSince: async () => 0,
        keep: (chats, how) =>
          keeper.keep(
            deviceId,
            chats.map((chat) => ({
              ...chat,
              messages: chat.messages.map((message) => ({ ...message, deviceId })),
            })),
            how,
          ),
        async partRead(id, how) {
          await keeper.partRead(deviceId, id, how)
          open -= 1
        },
        partFailed: async () => {},
      },
      me: () => ME,
      numberOf: async () => null,
      onFault: (error) => faults.push(error),
      download: async (part) => Readable.from([files[Number(part.directPath?.slice(1))]]),
    })
    reader.watch({ user: { id: ME.id }, upsertMessage: async () => {} })
    for (let n = 0; n < PARTS; n++) {
      const syncType = HistorySyncType.RECENT as number
      const part = { syncType, progress: (n + 1) * (100 / PARTS), directPath: `/${n}` }
      await reader.keepOwn(part)
      reader.shouldSyncHistoryMessage(part)
    }
    await until('it is read', () => open === 0)
    expect(faults).toEqual([])
  }

  test('is kept in short steps, and changes nothing when it comes again', async () => {
    const files = Array.from({ length: PARTS }, (_, n) => partOf(n, room.clock.now()))
    const longest = await longestBlockMsBestOf3(() => read(files))
    expect(longest).toBeLessThan(BLOCK_MAX_MS)
    await read(files)
    const { n } = await room.db
      .selectFrom('inbox')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(CHATS * MESSAGES_A_CHAT)
  }, 400_000)
})
