import type { MessageKind } from '@kirim/contract/message-kinds'
import { type Db, flag } from '../../../platform/database/database.ts'
import { isEntry, type OutgoingContent } from '../../../platform/message-content.ts'
import { hasEntrySince, storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow } from '../chats.ports.ts'
import type { MayWriteDeps } from './may-write.ts'
import type { MemberMessage, MemberMessages } from './member-messages.repository.ts'
import type {
  AnswerStanding,
  ChatFiles,
  ChatNumbers,
  MemberAnswers,
  MemberOutgoing,
} from './write.ports.ts'

export interface GiveDeps extends Pick<MayWriteDeps, 'askedIn' | 'isNew'> {
  readonly messages: Pick<MemberMessages, 'setBeginsChat'>
  readonly answers: Pick<MemberAnswers, 'note'>
  readonly numbers: Pick<ChatNumbers, 'nameOf'>
  readonly files: Pick<ChatFiles, 'typesOf'>
  readonly outgoing: Pick<MemberOutgoing, 'storeMessages'>
}

/** What is known of a message before it is handed over. */
export interface Ready {
  readonly standing: AnswerStanding
  readonly kind: MessageKind
  readonly deviceName: string
}

/** Hands what people of the team write over to delivery. */
export function createGiving(deps: GiveDeps) {
  const { messages, outgoing } = deps

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

  return { prepare, give }
}
