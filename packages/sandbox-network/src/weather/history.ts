import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { proto } from 'baileys'
import type { Core } from '../core.ts'
import { encryptFile } from '../media/media-crypto.ts'
import { directPathOf } from '../media/media-files.ts'
import { sharedChats } from '../messaging/shared-chats.ts'
import { userJid } from '../wire/stanza.ts'
import type { LargeHistory } from './weather.ts'

const { Type } = proto.Message.ProtocolMessage
const { HistorySyncType } = proto.Message
const DEFAULT_CHUNKS = 10
/** Messages encoded before yielding to the event loop. */
const MESSAGES_A_TURN = 200
const SECOND = 1000

/**
 * The history that a phone shares with a device after linking, in chunks: its chats, unless the
 * weather wants a large one.
 */
export async function* historyOf(
  core: Core,
  phone: string,
): AsyncGenerator<proto.Message.IProtocolMessage> {
  const weather = core.weather.now(phone)
  if (weather.kind !== 'history') {
    const syncType = HistorySyncType.INITIAL_BOOTSTRAP
    const history = { syncType: syncType as number, progress: 100, ...namesOf(core, phone) }
    const part = await partOf({ ...history, conversations: sharedChats(core, phone) })
    yield {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType,
        chunkOrder: 1,
        progress: 100,
        ...(await packed(core, part, false)),
      },
    }
    return
  }
  const count = Math.max(1, weather.chunks ?? DEFAULT_CHUNKS)
  for (let chunk = 0; chunk < count; chunk++) {
    yield await chunkOf(core, phone, weather, chunk, count)
  }
}

const namesOf = (core: Core, phone: string) => ({
  pushnames: [{ id: userJid(phone), pushname: core.directory.contact(phone, phone).name }],
})

export function partOf(history: proto.IHistorySync): Promise<Buffer> {
  return promisify(deflate)(proto.HistorySync.encode(history).finish())
}

async function chunkOf(
  core: Core,
  phone: string,
  { chats, messages, files = false }: LargeHistory,
  chunk: number,
  count: number,
): Promise<proto.Message.IProtocolMessage> {
  const first = chunk === 0
  const syncType = first ? HistorySyncType.INITIAL_BOOTSTRAP : HistorySyncType.RECENT
  const progress = Math.round(((chunk + 1) / count) * 100)
  // Parts of a message that follow each other are one message.
  const parts: Uint8Array[] = [
    proto.HistorySync.encode({
      syncType: syncType as number,
      chunkOrder: chunk + 1,
      progress,
      ...namesOf(core, phone),
    }).finish(),
  ]
  let written = 0
  for (let chat = chunk; chat < chats; chat += count) {
    const share =
      Math.floor(((chat + 1) * messages) / chats) - Math.floor((chat * messages) / chats)
    parts.push(
      proto.HistorySync.encode({
        syncType: syncType as number,
        conversations: [conversation(chat, share, core.clock.now())],
      }).finish(),
    )
    written += 1 + share
    if (written < MESSAGES_A_TURN) continue
    written = 0
    await setImmediate()
  }
  return {
    type: Type.HISTORY_SYNC_NOTIFICATION,
    historySyncNotification: {
      syncType,
      chunkOrder: chunk + 1,
      progress,
      ...(await packed(core, await promisify(deflate)(Buffer.concat(parts)), files)),
    },
  }
}

export async function packed(
  core: Core,
  content: Buffer,
  asFile: boolean,
): Promise<proto.Message.IHistorySyncNotification> {
  if (!asFile) return { initialHistBootstrapInlinePayload: content }
  const { body, key, sha256, encSha256 } = await encryptFile(content, 'md-msg-hist')
  return {
    directPath: directPathOf(await core.files.keep(Readable.from([body]))),
    mediaKey: key,
    fileSha256: sha256,
    fileEncSha256: encSha256,
    fileLength: content.length,
  }
}

/** One chat in this many has a timer. */
const TIMED_CHATS = 10
const WEEK_SECONDS = 7 * 86_400

/** A chat with a number that this network does not know. */
function conversation(chat: number, messages: number, now: number): proto.IConversation {
  const remoteJid = userJid(`6017${String(chat).padStart(8, '0')}`)
  const at = (message: number) => Math.floor(now / SECOND) - (messages - message) * 60
  return {
    id: remoteJid,
    lidJid: `2700${String(chat).padStart(8, '0')}@lid`,
    ...(chat % TIMED_CHATS === 0 && { ephemeralExpiration: WEEK_SECONDS }),
    name: `Chat ${chat + 1}`,
    conversationTimestamp: at(messages),
    messages: Array.from({ length: messages }, (_, message) => ({
      msgOrderId: message + 1,
      message: {
        key: { remoteJid, fromMe: message % 2 === 1, id: `3A${id(chat)}${id(message)}` },
        message: { conversation: `Message ${message + 1} of ${messages} in chat ${chat + 1}.` },
        messageTimestamp: at(message),
      },
    })),
  }
}

/**
 * Older messages of a chat that this network does not know; there are some before the first ones.
 */
export function olderSynthetic(
  remoteJid: string,
  oldestId: string,
  oldestAt: number,
  limit: number,
): proto.IConversation {
  const hasOlder = oldestId.startsWith('3A') && oldestId.length === '3A'.length + 18
  const first = Math.floor(oldestAt / SECOND) - 60
  return {
    id: remoteJid,
    messages: Array.from({ length: hasOlder ? limit : 0 }, (_, message) => ({
      message: {
        key: { remoteJid, fromMe: message % 2 === 1, id: `3B${oldestId.slice(2)}${message}` },
        message: { conversation: `Older message ${message + 1}.` },
        messageTimestamp: first - message * 60,
      },
    })),
  }
}

const id = (value: number): string => value.toString(16).toUpperCase().padStart(9, '0')
