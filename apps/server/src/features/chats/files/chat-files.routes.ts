import { open } from 'node:fs/promises'
import { chatFile, chatThumbnail, fetchChatFile } from '@kirim/contract/chat-files'
import type { FastifyReply } from 'fastify'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { Streamed } from '../../../platform/http/streamed.ts'
import type { ChatRow, ChatsStore, TimelineRow } from '../chats.ports.ts'
import type { ChatListsRepository } from '../list/chat-lists.repository.ts'
import type { ChatFilesStore, KeptFile } from './chat-files.ports.ts'
import type { ChatFiles } from './chat-files.ts'

const PART_BYTES = 256 * 1024
/** What browsers show or play themselves; nothing that might run in one is among them. */
const SHOWN =
  /^(image\/(jpeg|png|apng|gif|webp)|video\/(mp4|webm|3gpp|quicktime)|audio\/[\w.+-]+)(;|$)/

interface ChatFilesRoutesDeps {
  readonly clock: Clock
  readonly files: ChatFiles
  readonly fileStore: ChatFilesStore
  readonly store: Pick<ChatsStore, 'timeline'>
  readonly lists: Pick<ChatListsRepository, 'find'>
}

/** Files of chats, to those who see the chat; browsers read them with the session, as data. */
export function chatFilesRoutes(
  route: Route,
  { clock, files, fileStore, store, lists }: ChatFilesRoutesDeps,
): void {
  /** Throws `chat_not_found` or `chat_entry_not_found`. */
  async function requireEntry(
    sight: Sight,
    chatId: string,
    entryId: string,
  ): Promise<[ChatRow, TimelineRow]> {
    const chat = await lists.find(sight, chatId)
    if (!chat) throw new DomainError('chat_not_found')
    const [row] = await store.timeline({ chatId, before: null, ids: [entryId], limit: 1 })
    if (!row) throw new DomainError('chat_entry_not_found')
    return [chat, row]
  }

  for (const [spec, what] of [
    [chatFile, 'file'],
    [chatThumbnail, 'preview'],
  ] as const) {
    route(spec, async ({ caller, params, reply }) => {
      const [chat, row] = await requireEntry(caller, params.id, params.entryId)
      const file = await files.keptOf(chat, row, what)
      const path = file && (await fileStore.media.localPath(file.fileName))
      if (!file || !path) throw new DomainError('media_not_found')
      return sendKept(reply, file, path)
    })
  }

  route(fetchChatFile, async ({ caller, params }) => {
    const [chat, row] = await requireEntry(caller, params.id, params.entryId)
    if (!files.isReceived(row)) throw new DomainError('media_not_found')
    const message = { deviceId: chat.device_id, messageId: row.id }
    await fileStore.received.ask(message, clock.now())
    fileStore.received.wake(chat.device_id)
    const file = (await files.of(chat, [row])).get(row.id)
    if (!file) throw new DomainError('media_not_found')
    return file
  })
}

/** A file opened by itself runs nothing, whatever it is. */
function sendKept(reply: FastifyReply, file: KeptFile, path: string): Streamed<undefined> {
  const isShown = SHOWN.test(file.fileType)
  const name = encodeURIComponent(file.originalName.toWellFormed()).replaceAll("'", '%27')
  reply
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('cache-control', 'private, no-store')
    .header('content-length', file.fileSize)
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`)
  return new Streamed(isShown ? file.fileType : 'application/octet-stream', partsOf(path))
}

async function* partsOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
