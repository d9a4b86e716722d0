import { HandOver } from '@kirim/contract/hand-over'
import type { OutgoingState } from '@kirim/contract/outgoing'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { ChatbotReplyTable } from '../../../platform/database/schema/chatbots.ts'
import type { Inbox } from '../chatbots.ports.ts'
import type { GiveToPeople, ReplyLedger, ReplyMove } from '../responder.ports.ts'
import { awaitResponse } from '../responses/awaited-responses.ts'
import { MESSAGE_EDITED, OPEN, ofReply, REPLY_COLUMNS, type ReplyRow } from './reply.ts'

/** Short, because a reply that may have been sent blocks its chat until it is settled. */
const LONGEST_REST_MS = 2 * 60_000

/** The state of a reply for each state of its message. */
const REPLY_STATES: Readonly<Record<OutgoingState, ChatbotReplyTable['state']>> = {
  pending: 'open',
  sent: 'said',
  delivered: 'said',
  read: 'said',
  failed: 'failed',
  dropped: 'dropped',
}

export interface Person {
  readonly workspaceId: string
  readonly phoneNumber: string | null
  readonly lid: string | null
}

/** Chatbots as an origin of messages: updates chats, counts and awaited responses with them. */
export function createReplyOrigin(
  outgoing: Pick<ReplyLedger, 'changeTotals' | 'forgetDropped'>,
  inbox: Pick<Inbox, 'writerOf' | 'reopen' | 'silence'>,
  giveToPeople: GiveToPeople,
) {
  return {
    /** A reply whose file was deleted meanwhile is sent as text. */
    sendsTextWithoutMedia: true,
    outlastsOutages: true,
    longestRestMs: LONGEST_REST_MS,
    waitsForNewChats: false,
    /** Null for a reply in a group. */
    async personOf(
      {
        workspaceId,
        deviceId,
        originId,
      }: { workspaceId: string; deviceId: string; originId: string },
      tx: Db,
    ): Promise<Person | null> {
      const writer = await inbox.writerOf(tx, { deviceId, messageId: originId })
      if (!writer || writer.chat === 'group') return null
      return { workspaceId, phoneNumber: writer.phoneNumber, lid: writer.lid }
    },
    /** A reply is needed until its chain has ended. */
    async remains(tx: Db, inboxMessageIds: readonly string[]) {
      const replies = tx
        .selectFrom('chatbot_replies')
        .select('inbox_message_id')
        .where('inbox_message_id', 'in', inboxMessageIds)
      // Two queries, because each has its own index.
      const open = await replies
        .where('state', '=', OPEN)
        .union(replies.where('next_item_id', 'is not', null))
        .execute()
      const unfinished = new Set(open.map((reply) => reply.inbox_message_id))
      const over = inboxMessageIds.filter((id) => !unfinished.has(id))
      return new Map(over.map((id) => [id, 'nothing'] as const))
    },
    async onMoves(tx: Db, moves: readonly ReplyMove[]): Promise<void> {
      const changed: { move: ReplyMove; reply: ReplyRow }[] = []
      for (const move of moves) {
        const [reply] =
          REPLY_STATES[move.from] === REPLY_STATES[move.to] ? [] : await follow(tx, move)
        if (reply) changed.push({ move, reply })
      }
      await count(tx, outgoing, moves)
      const sent = changed.filter(
        ({ move, reply }) => move.from === 'pending' && reply.state === 'said',
      )
      await countSent(
        tx,
        sent.map(({ move }) => move),
      )
      for (const { move, reply } of sent) {
        await awaitResponse(tx, reply, move.message.presenceSeconds)
      }
      for (const { move, reply } of changed) await handOver(tx, giveToPeople, move, reply)
      for (const { reply } of changed)
        if (reply.state === 'dropped') await settleDropped(tx, outgoing, inbox, reply)
    },
  }
}

/** Somebody who got no answer at all, because it failed, needs people even more. */
async function handOver(
  tx: Db,
  giveToPeople: GiveToPeople,
  { from, message: { workspaceId } }: ReplyMove,
  reply: ReplyRow,
): Promise<void> {
  if (reply.hand_over === null || from !== 'pending' || reply.state === 'dropped') return
  await giveToPeople(tx, {
    workspaceId,
    deviceId: reply.device_id,
    chatKey: reply.chat_key,
    messageId: reply.message_id,
    itemId: reply.item_id,
    handOver: HandOver.parse(JSON.parse(reply.hand_over)),
  })
}

/** Gives a reply the state of its message; returns it. */
function follow(tx: Db, { message: { deviceId, messageId }, to, reason }: ReplyMove) {
  const place = { deviceId, messageId }
  if (to === 'dropped') return drop(tx, { ...place, reason })
  return moveTo(tx, { ...place, state: REPLY_STATES[to] })
}

type ReplyKey = Pick<ReplyMove['message'], 'deviceId' | 'messageId'>

const moveTo = prepared((tx, { deviceId, messageId, state }: ReplyKey & Pick<ReplyRow, 'state'>) =>
  ofReply(tx, { deviceId, messageId }).set({ state }).returning(REPLY_COLUMNS),
)

const drop = prepared((tx, { deviceId, messageId, reason }: ReplyKey & Pick<ReplyRow, 'reason'>) =>
  ofReply(tx, { deviceId, messageId })
    .set({ state: 'dropped', reason, next_item_id: null })
    .returning(REPLY_COLUMNS),
)

async function count(
  tx: Db,
  outgoing: Pick<ReplyLedger, 'changeTotals'>,
  moves: readonly ReplyMove[],
): Promise<void> {
  const { workspaceId } = moves[0]?.message ?? {}
  if (workspaceId === undefined) return
  const change = { total: 0, sent: 0, failed: 0 }
  for (const { from, to } of moves) {
    change.total -= Number(to === 'dropped')
    change.sent += Number(isDelivered(to)) - Number(isDelivered(from))
    change.failed += Number(to === 'failed') - Number(from === 'failed')
  }
  await outgoing.changeTotals(tx, workspaceId, change)
}

/** Counts sent replies for the number's card. */
async function countSent(tx: Db, left: readonly ReplyMove[]): Promise<void> {
  const devices = Map.groupBy(left, ({ message }) => message.deviceId)
  for (const [deviceId, { length: sent }] of devices) await addSent(tx, { deviceId, sent })
}

const addSent = prepared((db, { deviceId, sent }: { deviceId: string; sent: number }) =>
  db
    .updateTable('chatbot_numbers')
    .set((eb) => ({ sent: eb('sent', '+', sent) }))
    .where('device_id', '=', deviceId),
)

/**
 * Reopens an edited message, so that it is answered again. Otherwise a message without any other
 * reply becomes unanswered.
 */
async function settleDropped(
  tx: Db,
  outgoing: Pick<ReplyLedger, 'forgetDropped'>,
  inbox: Pick<Inbox, 'reopen' | 'silence'>,
  { device_id: deviceId, message_id, inbox_message_id: messageId, reason }: ReplyRow,
): Promise<void> {
  if (reason === MESSAGE_EDITED) {
    await outgoing.forgetDropped(tx, deviceId, message_id)
    await tx
      .deleteFrom('chatbot_replies')
      .where('device_id', '=', deviceId)
      .where('message_id', '=', message_id)
      .execute()
    return inbox.reopen(tx, { deviceId, messageId })
  }
  const other = await tx
    .selectFrom('chatbot_replies')
    .select('message_id')
    .where('device_id', '=', deviceId)
    .where('inbox_message_id', '=', messageId)
    .where('state', '!=', 'dropped')
    .limit(1)
    .executeTakeFirst()
  if (!other) await inbox.silence(tx, { deviceId, messageId }, reason)
}

function isDelivered(state: OutgoingState): boolean {
  return state === 'delivered' || state === 'read'
}
