import type { MessageKind } from '@kirim/contract/message-kinds'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type Db, flag } from '../../../platform/database/database.ts'
import { newId, newMessageId } from '../../../platform/ids.ts'
import { isEntry, type OutgoingContent } from '../../../platform/message-content.ts'
import type { BeforeWord } from '../assigning/before-word.ts'
import { hasEntrySince, storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'
import type { MayWrite, MayWriteDeps } from './may-write.ts'
import type { MemberMessage, MemberMessages } from './member-messages.repository.ts'
import type {
  AnswerStanding,
  ChatFiles,
  ChatNumbers,
  MemberAnswers,
  MemberOutgoing,
} from './write.ports.ts'

export interface WriteDeps extends Pick<MayWriteDeps, 'askedIn' | 'isNew'> {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'lock'>
  readonly messages: MemberMessages
  readonly mayWrite: MayWrite
  readonly beforeWord: BeforeWord
  readonly answers: Pick<MemberAnswers, 'note'>
  readonly numbers: Pick<ChatNumbers, 'nameOf'>
  readonly files: Pick<ChatFiles, 'typesOf'>
  readonly outgoing: Pick<MemberOutgoing, 'storeMessages'>
  /** Messages of the device wait, wherever it is connected. */
  wake(deviceId: string): void
  announce(notice: ChatNotice): void
}

/** What somebody writes. */
export interface Draft {
  readonly kind: MemberMessage['kind']
  /** The id of their browser; null for what is repeated without harm. */
  readonly clientId: string | null
  readonly text: string
  readonly mediaId?: string | null
  readonly content?: OutgoingContent | null
  /** In epoch milliseconds; at once without it. */
  readonly sendAt?: number | null
}

/** What has changed in a chat with a message. */
export interface Given {
  readonly entryIds: readonly string[]
  readonly wasAssignedTo?: string | null
}

/** What is known of a message before it is handed over. */
export interface Ready {
  readonly standing: AnswerStanding
  readonly kind: MessageKind
  readonly deviceName: string
}

/** Stores what somebody of the team writes, which leaves as soon as it may. */
export function createWriting(deps: WriteDeps) {
  const { db, clock, messages, outgoing } = deps

  /**
   * Hands a stored message over to delivery, in its transaction, which has locked the chat. Returns
   * the ids of all entries that come with it.
   */
  async function give(
    tx: Db,
    chat: ChatRow,
    row: MemberMessage,
    { standing, kind, deviceName }: Ready,
  ): Promise<string[]> {
    const content = row.content === null ? null : (JSON.parse(row.content) as OutgoingContent)
    const { id, user_id: workspaceId, person_id: personId } = row
    const { out } = standing
    const isAnswer = out !== null && isEntry(content ?? undefined)
    const noted = isAnswer ? await noteAnswer(tx, chat, row, { out, deviceName }) : []
    if (isEntry(content ?? undefined) && (await isFirst(tx, chat))) {
      await messages.setBeginsChat(tx, id, flag(true))
    }
    const planned = {
      deviceId: row.device_id,
      workspaceId,
      origin: 'member' as const,
      originId: id,
      messageId: id,
      part: 0,
      jid: chat.jid,
      text: row.text,
      mediaId: row.media_id,
      presence: null,
      presenceSeconds: 0 as const,
      chatKey: chat.chat_key,
      personId,
      kind,
      ...(content && { content }),
    }
    await outgoing.storeMessages(tx, [planned], { leaveAtOnce: false })
    return [...noted, id]
  }

  /** Notes once for each question that somebody who opted out is answered. */
  async function noteAnswer(
    tx: Db,
    chat: ChatRow,
    row: MemberMessage,
    { out, deviceName }: { out: NonNullable<AnswerStanding['out']>; deviceName: string },
  ): Promise<string[]> {
    const { decided_at: at, person_id: personId, user_id: workspaceId } = row
    const asked = await deps.askedIn(tx, chat.id, at, row.id)
    const kind = 'answered_after_opt_out'
    if (await hasEntrySince(tx, chat.id, kind, asked?.at ?? 0)) return []
    await deps.answers.note(tx, out, { at, deviceName, changedBy: personId })
    return [await storeChatEntry(tx, { chatId: chat.id, workspaceId, at, kind, personId })]
  }

  /** Nothing was ever written in the chat; one that shows a message needs no look. */
  async function isFirst(tx: Db, { id, preview, preview_kind }: ChatRow): Promise<boolean> {
    return preview === '' && preview_kind === 'text' && deps.isNew(tx, id)
  }

  /** What is to be known before the transaction of `give`. */
  async function prepare(row: MemberMessage, standing: AnswerStanding): Promise<Ready> {
    const deviceName = standing.out && (await deps.numbers.nameOf(row.device_id))
    return { standing, kind: await kindOf(row), deviceName: deviceName ?? '' }
  }

  async function kindOf({ user_id, media_id, content }: MemberMessage): Promise<MessageKind> {
    const parsed = content === null ? null : (JSON.parse(content) as OutgoingContent)
    if (parsed?.type === 'poll') return 'poll'
    if (media_id === null) return 'text'
    const type = (await deps.files.typesOf(user_id, [media_id])).get(media_id)?.split('/')[0]
    return type === 'image' || type === 'video' || type === 'audio' ? type : 'document'
  }

  function tell(chat: ChatRow, { entryIds, wasAssignedTo }: Given): void {
    const { id: chatId, user_id: workspaceId, device_id: deviceId } = chat
    deps.wake(deviceId)
    deps.announce({
      ...{ workspaceId, deviceId, chatId, entryIds },
      ...(wasAssignedTo !== undefined && { wasAssignedTo }),
    })
  }

  /** The same for what somebody sends now, with what follows from their word. */
  async function giveNow(
    tx: Db,
    chat: ChatRow,
    row: MemberMessage,
    { ready, writer }: { readonly ready: Ready; readonly writer: Caller },
  ): Promise<Given> {
    if (row.kind !== 'message') return { entryIds: await give(tx, chat, row, ready) }
    const word = await deps.beforeWord(tx, writer, chat.id)
    const entryIds = [...(await give(tx, chat, row, ready)), ...word.entryIds]
    return { entryIds, wasAssignedTo: word.wasAssignedTo }
  }

  return {
    prepare,
    give,
    giveNow,
    tell,

    /**
     * Returns the id of the message's entry; repeated with the same id of the browser, it changes
     * nothing. Throws why it may not be written.
     */
    async write(caller: Caller, chat: ChatRow, draft: Draft): Promise<string> {
      const { personId } = caller
      const clientId = `${personId} ${draft.clientId ?? newId()}`
      const known = draft.clientId === null ? null : await messages.byClientId(clientId)
      if (known) return known.id
      const now = clock.now()
      const row: MemberMessage = {
        id: newMessageId(),
        user_id: chat.user_id,
        device_id: chat.device_id,
        chat_id: chat.id,
        person_id: personId,
        client_id: clientId,
        kind: draft.kind,
        text: draft.text,
        media_id: draft.mediaId ?? null,
        content: draft.content ? JSON.stringify(draft.content) : null,
        send_at: draft.sendAt ?? null,
        state: draft.sendAt ? 'scheduled' : 'given',
        created_at: now,
        decided_at: now,
        begins_chat: 0,
      }
      const ready = await prepare(row, await deps.mayWrite.require(caller, chat))
      const given = await db.transaction().execute(async (tx): Promise<Given | null> => {
        await deps.store.lock(tx, chat.id)
        if (!(await messages.insert(tx, row))) return null
        if (row.state === 'scheduled') return { entryIds: [row.id] }
        return giveNow(tx, chat, row, { ready, writer: caller })
      })
      if (given === null) return (await messages.byClientId(clientId))?.id ?? row.id
      tell(chat, given)
      return row.id
    },
  }
}

export type Writing = ReturnType<typeof createWriting>
