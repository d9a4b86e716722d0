import { REFUSALS, type Refusal } from '@kirim/contract/outgoing'
import type { Clock } from '../../../platform/clock.ts'
import type { Inbox } from '../chatbots.ports.ts'
import type {
  AnswerManners,
  ReplyOutgoing,
  ReplyPresence,
  WrittenReply,
} from '../responder.ports.ts'
import type { PendingReply } from './reply.ts'

const ATTEMPTS_MAX = 5
/** A reply that may have been sent, and cannot be sent again, fails after this time. */
export const UNSETTLED_MAX_MS = 60 * 60_000
/** A phone stops showing 'typing' unless it is renewed. */
const PRESENCE_RENEWED_MS = 10_000

export interface DeliverDeps {
  readonly outgoing: ReplyOutgoing
  readonly presence: ReplyPresence
  readonly clock: Clock
}

/** The external services a reply may wait for. */
export type ExternalService = 'ai' | 'api'

/** How a chat waits without blocking other chats. */
export interface ReplyPacing {
  readonly signal: AbortSignal
  rest(ms: number): Promise<void>
  /** Waits for an external service. */
  waitForService<T>(whom: ExternalService, call: () => Promise<T>): Promise<T>
}

/** `later`: the reply waits, or the network did not answer and the same id is sent again. */
export type Delivery = 'settled' | 'dropped' | 'later'

/**
 * Sends one reply after its presence. An unsent reply is checked right before, and dropped when it
 * is no longer wanted. A reply that may have been sent is sent again with the same id, unless the
 * person may not be contacted any more.
 */
export async function deliverReply(
  deps: DeliverDeps,
  { message }: PendingReply,
  pace: ReplyPacing,
  attendance: Attendance,
): Promise<Delivery> {
  const { deviceId, messageId, jid } = message
  if (message.state !== 'pending') return 'settled'
  if (message.attempts >= ATTEMPTS_MAX) {
    await fail(deps, message, 'no_answer')
    return 'settled'
  }
  // A refused reply that may have been sent is settled by `handOver`.
  const isNoticed = message.presence !== null || (await attendance.isShown())
  const refused = isNoticed && (await deps.outgoing.mayLeave(message))
  if (refused && !message.mayHaveLeft) return settleRefused(deps, message, refused)
  if (isNoticed && !refused && deps.outgoing.isResting(messageId)) return 'later'
  if (isNoticed && !refused) await attendance.begin()
  const isShown = message.presence !== null && !refused
  if (isShown) await showPresence(deps, message, pace)
  if (pace.signal.aborted || !deps.presence.isOpen(deviceId)) return postpone(deps, message)
  const delivery = await send(deps, message, pace)
  if (isShown && delivery !== 'later') {
    await deps.presence.showPresence(deviceId, jid, 'paused')
  }
  return delivery
}

async function showPresence(
  { presence: shown, clock }: DeliverDeps,
  { deviceId, jid, presence, presenceSeconds }: WrittenReply,
  pace: ReplyPacing,
): Promise<void> {
  if (!presence) return
  let left = presenceSeconds * 1000
  const over = clock.now() + left
  do {
    await shown.showPresence(deviceId, jid, presence)
    const rest = Math.min(left, PRESENCE_RENEWED_MS)
    await pace.rest(rest)
    // A clock that was set back must not prolong the wait.
    left = Math.min(left - rest, over - clock.now())
  } while (left > 0 && !pace.signal.aborted)
}

/** Drops a refused reply, or keeps it for later when the refusal is temporary. */
async function settleRefused(
  deps: DeliverDeps,
  message: WrittenReply,
  refusal: Refusal,
): Promise<Delivery> {
  if (REFUSALS[refusal] === 'temporary') return postpone(deps, message)
  await deps.outgoing.drop(message, refusal)
  return 'dropped'
}

/** Clears the mark of a reply that was meant to be sent immediately and was not sent. */
async function postpone({ outgoing }: DeliverDeps, message: WrittenReply): Promise<'later'> {
  if (message.marked && !message.mayHaveLeft) await outgoing.mark(message, false)
  return 'later'
}

async function send(
  deps: DeliverDeps,
  message: WrittenReply,
  pace: ReplyPacing,
): Promise<Delivery> {
  const handing = await deps.outgoing.handOver(message).catch(async (error: unknown) => {
    // A lost connection counts as no attempt, however long the outage was.
    const isConnected = !pace.signal.aborted && deps.presence.isOpen(message.deviceId)
    if (isConnected && isOverdue(deps, message)) await fail(deps, message, 'not_sent_again')
    throw error
  })
  if (handing.kind === 'unanswered') return 'later'
  if (handing.kind !== 'withheld') return 'settled'
  return settleRefused(deps, message, handing.refusal)
}

/** Whether a reply that may have been sent was not settled in time. */
function isOverdue({ clock }: DeliverDeps, { mayHaveLeft, createdAt }: WrittenReply): boolean {
  return mayHaveLeft && clock.now() - createdAt > UNSETTLED_MAX_MS
}

async function fail(
  { outgoing }: DeliverDeps,
  { deviceId, messageId }: WrittenReply,
  reason: 'no_answer' | 'not_sent_again',
): Promise<void> {
  await outgoing.record(deviceId, [{ messageId, status: 'failed', reason }])
}

export interface AttendDeps {
  readonly manners: AnswerManners
  readonly inbox: Pick<Inbox, 'find'>
}

/** What the person sees while their message is answered, over all replies to it. */
export interface Attendance {
  /** Whether anything is shown before a reply arrives. */
  isShown(): Promise<boolean>
  /** Called before each reply that is not refused. */
  begin(): Promise<void>
}

/** Runs `answer` with an attendance, and ends that afterwards in any case. */
export async function withAttendance<T>(
  { manners, inbox }: AttendDeps,
  { deviceId, inboxMessageId }: PendingReply,
  answer: (attendance: Attendance) => Promise<T>,
): Promise<T> {
  let end: (() => void) | null = null
  let isShown: Promise<boolean> | null = null
  const attendance: Attendance = {
    isShown() {
      isShown ??= manners.areShown(deviceId)
      return isShown
    },
    async begin() {
      if (end || !(await attendance.isShown())) return
      const message = await inbox.find(deviceId, inboxMessageId)
      if (!message) return
      const { networkId: messageId, chatJid, chat } = message
      const senderJid = chat === 'group' ? message.senderJid : null
      end = await manners.begin({ deviceId, messageId, chatJid, senderJid })
    },
  }
  try {
    return await answer(attendance)
  } finally {
    ;(end as (() => void) | null)?.()
  }
}
