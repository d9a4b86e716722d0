import { type MessageKind, messageAsText } from '@kirim/contract/message-kinds'
import type { Db } from '../../../platform/database/database.ts'
import type { Inbox, KeptMessage } from '../chatbots.ports.ts'
import type { ReplyLedger } from '../responder.ports.ts'
import type { ChatLine } from './ai-reply.ports.ts'

/** Messages of campaigns to a person, newest first; `at` in epoch milliseconds. */
export type CampaignLines = (
  to: { readonly userId: string; readonly deviceId: string; readonly phoneNumber: string },
  until: number,
  limit: number,
) => Promise<readonly { readonly text: string; readonly at: number }[]>

export interface HistoryDeps {
  readonly db: Db
  readonly outgoing: Pick<ReplyLedger, 'among'>
  readonly inbox: Inbox
  /** The user's files among these ids. */
  readonly media: {
    find(
      userId: string,
      ids: readonly string[],
    ): Promise<readonly { readonly _id: string; readonly fileType: string }[]>
  }
  readonly campaignLines: CampaignLines
}

/**
 * A line with its sort position: the time and id of its inbound message, and its number among the
 * replies.
 */
interface PlacedLine extends ChatLine {
  readonly at: number
  readonly messageId: string
  readonly step: number
}

/**
 * The last lines of a chat before a message, oldest first. A reply follows the message that it
 * answers, even when the next message arrived before it was written.
 */
export function createChatHistory(deps: HistoryDeps) {
  return async (message: KeptMessage, limit: number): Promise<ChatLine[]> => {
    const lines = [
      ...(await receivedBefore(deps.inbox, message, limit)),
      ...(await repliedBefore(deps, message, limit)),
      ...(await sentByCampaigns(deps.campaignLines, message, limit)),
    ]
    return lines
      .sort(byPlace)
      .slice(-limit)
      .map(({ from, text }) => ({ from, text }))
  }
}

/** What the contact wrote and has not deleted, and what the owner wrote from the phone. */
async function receivedBefore(
  inbox: Pick<Inbox, 'linesBefore'>,
  message: KeptMessage,
  limit: number,
): Promise<PlacedLine[]> {
  const lines = await inbox.linesBefore(message, limit)
  return lines.map(({ fromMe, kind, text, receivedAt, messageId }) => ({
    from: fromMe ? 'us' : 'contact',
    text: messageAsText(kind, text),
    at: receivedAt,
    messageId,
    step: 0,
  }))
}

/**
 * Messages of a chat are answered one by one, so all replies except those to this message precede
 * it.
 */
async function repliedBefore(
  { db, outgoing, inbox, media }: HistoryDeps,
  message: KeptMessage,
  limit: number,
): Promise<PlacedLine[]> {
  const { userId, deviceId, chatKey, messageId } = message
  const rows = await db
    .selectFrom('chatbot_replies')
    .innerJoin(inbox.rows.as('inbox'), (join) =>
      join
        .onRef('inbox.device_id', '=', 'chatbot_replies.device_id')
        .onRef('inbox.message_id', '=', 'chatbot_replies.inbox_message_id'),
    )
    .select(['chatbot_replies.message_id as reply_id', 'chatbot_replies.hop'])
    .select(['inbox.received_at', 'inbox.message_id'])
    .where('chatbot_replies.device_id', '=', deviceId)
    .where('chatbot_replies.chat_key', '=', chatKey)
    .where('chatbot_replies.inbox_message_id', '!=', messageId)
    .where('chatbot_replies.state', 'not in', ['dropped', 'failed'])
    .orderBy('chatbot_replies.created_at', 'desc')
    .orderBy('chatbot_replies.hop', 'desc')
    .limit(limit)
    .execute()
  const ids = rows.map((row) => row.reply_id)
  const sent = new Map(
    (await outgoing.among(deviceId, ids)).map((reply) => [reply.messageId, reply]),
  )
  const mediaIds = [...sent.values()].flatMap(({ mediaId }) => mediaId ?? [])
  const files = mediaIds.length === 0 ? [] : await media.find(userId, mediaIds)
  const types = new Map(files.map(({ _id, fileType }) => [_id, fileType]))
  return rows.map((row) => {
    const { text = '', mediaId = null } = sent.get(row.reply_id) ?? {}
    const kind = mediaId === null ? 'text' : kindOfMedia(types.get(mediaId))
    return {
      from: 'us',
      text: messageAsText(kind, text),
      at: row.received_at,
      messageId: row.message_id,
      step: row.hop + 1,
    }
  })
}

/** The kind of a deleted file is unknown. */
function kindOfMedia(fileType: string | undefined): MessageKind {
  const kind = fileType?.split('/')[0]
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

async function sentByCampaigns(
  campaignLines: CampaignLines,
  { userId, deviceId, chat, senderNumber, receivedAt }: KeptMessage,
  limit: number,
): Promise<PlacedLine[]> {
  if (chat === 'group' || senderNumber === null) return []
  const to = { userId, deviceId, phoneNumber: senderNumber }
  const lines = await campaignLines(to, receivedAt, limit)
  // Parts of one message have the same time; the newest comes first.
  return lines.map(({ text, at }, place) => ({
    from: 'us',
    text,
    at,
    messageId: '',
    step: -place,
  }))
}

function byPlace(a: PlacedLine, b: PlacedLine): number {
  if (a.at !== b.at) return a.at - b.at
  if (a.messageId !== b.messageId) return a.messageId < b.messageId ? -1 : 1
  return a.step - b.step
}
