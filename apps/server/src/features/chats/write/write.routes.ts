import { randomBytes } from 'node:crypto'
import type { ChatEntry } from '@kirim/contract/chat-entries'
import {
  cancelScheduled,
  changeScheduled,
  deleteMessage,
  editMessage,
  reactToMessage,
  retryMessage,
  sendMessage,
  sendPoll,
  startChat,
} from '@kirim/contract/chat-messages'
import type { Caller, Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { OutgoingContent } from '../../../platform/message-content.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { attachFile } from './attach-file.ts'
import { type MessageChanges, nameOf } from './change-messages.ts'
import type { ScheduledMessages } from './scheduled-messages.ts'
import type { StartChat } from './start-chat.ts'
import type { ChatFiles } from './write.ports.ts'
import type { Writing } from './write-message.ts'

const SECRET_BYTES = 32
/** Messages leave at most this much later. */
const LATEST_MS = 366 * 24 * 60 * 60_000

export interface WriteRoutesDeps {
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'writersIn'>
  readonly files: ChatFiles
  readonly writing: Writing
  readonly changes: MessageChanges
  readonly scheduled: ScheduledMessages
  readonly startChat: StartChat
  /** Throws `chat_not_found` for a chat that is not there or not seen. */
  requireChat(sight: Sight, id: string): Promise<ChatRow>
  /** Throws `chat_entry_not_found`. */
  entryOf(chat: ChatRow, entryId: string): Promise<ChatEntry>
}

/** What people write in chats. */
export function writeRoutes(route: Route, deps: WriteRoutesDeps): void {
  const { clock, files, writing, changes, scheduled, requireChat } = deps

  /** The entry of a message, which may leave later. */
  async function written(chat: ChatRow, id: string): Promise<ChatEntry> {
    const [waiting] = await scheduled.of(chat, [id])
    return waiting ?? deps.entryOf(chat, id)
  }

  /** In epoch milliseconds. Throws `send_time_past` and `send_time_far`. */
  function timeOf(sendAt: string): number {
    const at = Date.parse(sendAt)
    if (at <= clock.now()) throw new DomainError('send_time_past')
    if (at > clock.now() + LATEST_MS) throw new DomainError('send_time_far')
    return at
  }

  async function quoteOf(chat: ChatRow, entryId: string | undefined) {
    if (entryId === undefined) return null
    const row = await changes.require(chat, entryId)
    const kind = row.kind ?? (row.mediaId ? 'document' : 'text')
    return { ...nameOf(row, chat), kind, text: row.text } as const
  }

  route(sendMessage, async ({ caller, params, body, file }) => {
    const chat = await requireChat(caller, params.id)
    if (body.text.trim() === '' && !file && !body.mediaId) throw new DomainError('message_empty')
    const sendAt = body.sendAt === undefined ? null : timeOf(body.sendAt)
    const quotes = await quoteOf(chat, body.quotes)
    // Sound with a text is sent as a document.
    const isVoice = body.isVoice === 'true' && body.text.trim() === ''
    const form = { mediaId: body.mediaId, isVoice }
    const { mediaId, voice, isUploaded } = await attachFile(files, caller, form, file)
    const mentions = chat.kind === 'group' ? await mentionsIn(deps.store, chat, body.text) : []
    const content: OutgoingContent = {
      type: 'message',
      ...(quotes && { quotes }),
      ...voice,
      ...(mentions.length > 0 && { mentions }),
    }
    const hasContent = quotes !== null || voice !== null || mentions.length > 0
    try {
      const { clientId, text } = body
      const draft = { kind: 'message', clientId, text, mediaId, sendAt } as const
      const id = await writing.write(caller, chat, {
        ...draft,
        content: hasContent ? content : null,
      })
      return await written(chat, id)
    } finally {
      // A repeated or refused message leaves its second copy behind.
      if (isUploaded && mediaId !== null) await files.releaseUnused([mediaId])
    }
  })

  route(sendPoll, async ({ caller, params, body }) => {
    const chat = await requireChat(caller, params.id)
    const { clientId, question, options, choices } = body
    if (new Set(options).size < options.length) throw new DomainError('poll_options_same')
    const secret = randomBytes(SECRET_BYTES).toString('base64')
    const most = Math.min(choices, options.length)
    const content = { type: 'poll', question, options, choices: most, secret } as const
    const draft = { kind: 'message', clientId, text: question, content } as const
    return written(chat, await writing.write(caller, chat, draft))
  })

  route(retryMessage, async ({ caller, params, body }) => {
    const chat = await requireChat(caller, params.id)
    const id = await changes.retry(caller, chat, params.entryId, body.clientId)
    return written(chat, id)
  })

  route(changeScheduled, async ({ caller, params, body: { text, sendAt } }) => {
    const chat = await requireChat(caller, params.id)
    const at = typeof sendAt === 'string' ? timeOf(sendAt) : sendAt
    await scheduled.change(caller, chat, params.entryId, { text, sendAt: at })
    return written(chat, params.entryId)
  })

  route(cancelScheduled, async ({ caller, params }) => {
    const chat = await requireChat(caller, params.id)
    const mediaId = await scheduled.withdraw(caller, chat, params.entryId)
    if (mediaId !== null) await files.releaseUnused([mediaId])
    return undefined
  })

  route(reactToMessage, async ({ caller, params, body }) => {
    const chat = await requireChat(caller, params.id)
    await changes.react(caller, chat, params.entryId, body.emoji)
    return undefined
  })

  route(editMessage, async ({ caller, params, body }) => {
    const chat = await requireChat(caller, params.id)
    if (body.text.trim() === '') throw new DomainError('message_empty')
    await changes.edit(caller, chat, params.entryId, body.text)
    return deps.entryOf(chat, params.entryId)
  })

  route(deleteMessage, async ({ caller, params }) => {
    const chat = await requireChat(caller, params.id)
    await changes.remove(caller, chat, params.entryId)
    return undefined
  })

  route(startChat, async ({ caller, body }: { caller: Caller; body: StartForm }) => ({
    id: await deps.startChat(caller, body),
  }))
}

interface StartForm {
  readonly deviceId: string
  readonly phoneNumber: string
}

/** The most people that one message mentions. */
const MENTIONS_MAX = 100

/** The addresses of people that a text names by @ and the digits of their number or LID. */
async function mentionsIn(
  store: Pick<ChatsStore, 'writersIn'>,
  chat: ChatRow,
  text: string,
): Promise<string[]> {
  const named = [...text.matchAll(/@(\d{5,20})(?!\d)/g)].slice(0, MENTIONS_MAX)
  const users = [...new Set(named.map(([, user = '']) => user))]
  if (users.length === 0) return []
  const known = await store.writersIn(chat.id, users)
  return users.map((user) => known.get(user) ?? `${user}@s.whatsapp.net`)
}
