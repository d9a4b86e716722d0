import type { OutgoingState } from '@kirim/contract/outgoing'
import { type Selectable, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../platform/database/database.ts'
import { prepared, preparedForKeys } from '../../../platform/database/prepared.ts'
import type { ChatbotReplyTable } from '../../../platform/database/schema/chatbots.ts'
import { upTo } from '../../../platform/lru.ts'
import type { Inbox } from '../chatbots.ports.ts'
import type { ReplyLedger, ReplyMove } from '../responder.ports.ts'
import { awaitResponse } from '../responses/awaited-responses.ts'
import { MESSAGE_EDITED, REPLY_COLUMNS } from './reply.ts'

/** Short, because a reply that may have been sent blocks its chat until it is settled. */
const LONGEST_REST_MS = 2 * 60_000

/** Each is looked up at least twice in a row. */
const PEOPLE_KEPT = 1000

/** A literal, so that the index of open replies is used. */
const OPEN = sql.lit<ChatbotReplyTable['state']>('open')

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
  readonly userId: string
  readonly phoneNumber: string | null
  readonly lid: string | null
}

/** Chatbots as an origin of messages: chats, counts and awaited responses follow every move. */
export function createReplyOrigin(
  outgoing: Pick<ReplyLedger, 'changeTotals' | 'forgetDropped'>,
  inbox: Pick<Inbox, 'writerOf' | 'reopen' | 'silence'>,
) {
  const people = new LRUCache<string, { readonly person: Person | null }>(upTo(PEOPLE_KEPT))

  return {
    /** A reply whose file was deleted meanwhile is sent as text. */
    sendsTextWithoutMedia: true,
    outlastsOutages: true,
    longestRestMs: LONGEST_REST_MS,
    waitsForNewChats: false,
    /** Null for a reply in a group. The writer of a message never changes, so it is cached. */
    async personOf(
      { userId, deviceId, originId }: { userId: string; deviceId: string; originId: string },
      tx: Db,
    ): Promise<Person | null> {
      const place = `${deviceId} ${originId}`
      const known = people.get(place)
      if (known) return known.person
      const writer = await inbox.writerOf(tx, { deviceId, messageId: originId })
      if (!writer) return null
      const { chat, lid, phoneNumber } = writer
      const person = chat === 'group' ? null : { userId, phoneNumber, lid }
      people.set(place, { person })
      return person
    },
    /** A reply is read until its chain has ended. */
    async remains(tx: Db, inboxMessageIds: readonly string[]) {
      const replies = tx
        .selectFrom('chatbot_replies')
        .select('inbox_message_id')
        .where('inbox_message_id', 'in', inboxMessageIds)
      // Each by an index of its own.
      const open = await replies
        .where('state', '=', OPEN)
        .union(replies.where('next_item_id', 'is not', null))
        .execute()
      const kept = new Set(open.map((reply) => reply.inbox_message_id))
      const over = inboxMessageIds.filter((id) => !kept.has(id))
      return new Map(over.map((id) => [id, 'nothing'] as const))
    },
    async onMoves(tx: Db, moves: readonly ReplyMove[]): Promise<void> {
      const changed: Selectable<ChatbotReplyTable>[] = []
      for (const alike of runsAlike(moves)) changed.push(...(await follow(tx, alike)))
      await count(tx, outgoing, moves)
      const left = moves.filter(({ from, to }) => from === 'pending' && REPLY_STATES[to] === 'said')
      await countSent(tx, left)
      for (const { message } of left) {
        const reply = changed.find(({ message_id }) => message_id === message.messageId)
        if (reply) await awaitResponse(tx, reply, message.presenceSeconds)
      }
      for (const reply of changed)
        if (reply.state === 'dropped') await settleDropped(tx, { outgoing, inbox }, reply)
    },
  }
}

/** Groups consecutive moves of replies to the same state. */
function runsAlike(moves: readonly ReplyMove[]): [ReplyMove, ...ReplyMove[]][] {
  const runs: [ReplyMove, ...ReplyMove[]][] = []
  for (const move of moves) {
    if (REPLY_STATES[move.from] === REPLY_STATES[move.to]) continue
    const run = runs.at(-1)
    if (run && isAlike(run[0], move)) run.push(move)
    else runs.push([move])
  }
  return runs
}

function isAlike(one: ReplyMove, other: ReplyMove): boolean {
  return (
    one.message.deviceId === other.message.deviceId &&
    REPLY_STATES[one.to] === REPLY_STATES[other.to] &&
    one.reason === other.reason
  )
}

/** Moves replies as their messages have moved; returns them. */
async function follow(
  tx: Db,
  moves: readonly [ReplyMove, ...ReplyMove[]],
): Promise<readonly Selectable<ChatbotReplyTable>[]> {
  const [{ to, reason }] = moves
  const keys = moves.map(({ message: { deviceId, messageId } }) => ({ deviceId, messageId }))
  if (to === 'dropped') {
    const dropped = keys.map((key) => ({ ...key, reason }))
    return drop(tx, dropped)
  }
  const moved = keys.map((key) => ({ ...key, state: REPLY_STATES[to] }))
  return moveTo(tx, moved)
}

type ReplyKey = Pick<ReplyMove['message'], 'deviceId' | 'messageId'>

const moveTo = preparedForKeys(
  (tx, replies: readonly (ReplyKey & Pick<ChatbotReplyTable, 'state'>)[]) =>
    ofReplies(tx, replies).set({ state: replies[0]?.state }).returning(REPLY_COLUMNS),
)

const drop = preparedForKeys((tx, replies: readonly (ReplyKey & { reason: string | null })[]) =>
  ofReplies(tx, replies)
    .set({ state: 'dropped', reason: replies[0]?.reason, next_item_id: null })
    .returning(REPLY_COLUMNS),
)

/** An update of replies of one device. */
function ofReplies(tx: Db, replies: readonly ReplyKey[]) {
  return tx
    .updateTable('chatbot_replies')
    .where('device_id', '=', replies[0]?.deviceId ?? '')
    .where(
      'message_id',
      'in',
      replies.map(({ messageId }) => messageId),
    )
}

async function count(
  tx: Db,
  outgoing: Pick<ReplyLedger, 'changeTotals'>,
  moves: readonly ReplyMove[],
): Promise<void> {
  const { userId } = moves[0]?.message ?? {}
  if (userId === undefined) return
  const change = { total: 0, sent: 0, failed: 0 }
  for (const { from, to } of moves) {
    change.total -= Number(to === 'dropped')
    change.sent += Number(arrived(to)) - Number(arrived(from))
    change.failed += Number(to === 'failed') - Number(from === 'failed')
  }
  await outgoing.changeTotals(tx, userId, change)
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

/** Reopens an edited message, so that it is answered again. */
async function settleDropped(
  tx: Db,
  {
    outgoing,
    inbox,
  }: {
    readonly outgoing: Pick<ReplyLedger, 'forgetDropped'>
    readonly inbox: Pick<Inbox, 'reopen' | 'silence'>
  },
  reply: Selectable<ChatbotReplyTable>,
): Promise<void> {
  if (reply.reason !== MESSAGE_EDITED) return silence(tx, inbox, reply)
  const { device_id: deviceId, message_id: messageId } = reply
  await outgoing.forgetDropped(tx, deviceId, messageId)
  await tx
    .deleteFrom('chatbot_replies')
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .execute()
  await inbox.reopen(tx, { deviceId, messageId: reply.inbox_message_id })
}

/** A message without any other reply becomes unanswered. */
async function silence(
  tx: Db,
  inbox: Pick<Inbox, 'silence'>,
  reply: Selectable<ChatbotReplyTable>,
): Promise<void> {
  const { device_id: deviceId, inbox_message_id: messageId, reason } = reply
  const left = await tx
    .selectFrom('chatbot_replies')
    .select('message_id')
    .where('device_id', '=', deviceId)
    .where('inbox_message_id', '=', messageId)
    .where('state', '!=', 'dropped')
    .limit(1)
    .executeTakeFirst()
  if (!left) await inbox.silence(tx, { deviceId, messageId }, reason)
}

function arrived(state: OutgoingState): boolean {
  return state === 'delivered' || state === 'read'
}
