import type { RecipientState } from '@kirim/contract/campaigns'
import type { DeliveryState, OutgoingState } from '@kirim/contract/outgoing'
import type { PersonMove, Totals } from '../campaigns.ports.ts'

/** Events of one person in a campaign's ledger. */
export type RecipientEvent =
  | 'claimed'
  /** A new person, while new chats are limited. */
  | 'held'
  | 'released'
  /** A stored message that certainly was not sent is not sent any more. */
  | 'withdrawn'
  /** The same, but another device of the campaign takes over. */
  | 'handed_back'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'failed'
  | 'skipped'

const TRANSITIONS: Readonly<
  Record<RecipientState, Partial<Record<RecipientEvent, RecipientState>>>
> = {
  queued: { claimed: 'sending', held: 'held', failed: 'failed', skipped: 'skipped' },
  held: {
    claimed: 'sending',
    released: 'queued',
    // Receipts of an earlier attempt that the network had not answered.
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    failed: 'failed',
    skipped: 'skipped',
  },
  sending: {
    held: 'held',
    withdrawn: 'skipped',
    handed_back: 'queued',
    sent: 'sent',
    delivered: 'delivered',
    read: 'read',
    failed: 'failed',
  },
  sent: { delivered: 'delivered', read: 'read', failed: 'failed' },
  delivered: { read: 'read' },
  read: {},
  // A receipt proves that the message arrived after all.
  failed: { delivered: 'delivered', read: 'read' },
  skipped: {},
}

/** The only transition function of a recipient: receipts only move it forward. */
export function nextRecipient(state: RecipientState, event: RecipientEvent): RecipientState {
  return TRANSITIONS[state][event] ?? state
}

/**
 * The combined state of one person's messages: failed when one failed, otherwise that of the one
 * furthest behind. Null while one is pending.
 */
export function recipientEventOf(parts: readonly DeliveryState[]): RecipientEvent | null {
  if (parts.includes('failed')) return 'failed'
  if (parts.includes('pending')) return null
  return (['sent', 'delivered'] as const).find((state) => parts.includes(state)) ?? 'read'
}

/** How a move changes the owner's overall summary [3.summary]. */
export function totalsChange(from: RecipientState, to: RecipientState): Totals {
  return {
    total: Number(isCounted(to)) - Number(isCounted(from)),
    sent: Number(hasArrived(to)) - Number(hasArrived(from)),
    failed: Number(to === 'failed') - Number(from === 'failed'),
  }
}

function isCounted(state: RecipientState): boolean {
  return state !== 'queued' && state !== 'held' && state !== 'skipped'
}

function hasArrived(state: RecipientState): boolean {
  return state === 'delivered' || state === 'read'
}

/** The columns written along with a recipient's new state. */
export interface TransitionColumns {
  reason?: string
  /** JSON; see `RecipientTable`. */
  reason_params?: string
  sent_at?: number
  delivered_at?: number | null
  read_at?: number | null
}

/** The outcome of a recipient. */
interface Outcome {
  readonly to: RecipientState
  readonly marks: TransitionColumns
  /** How far parts of a failed message came. */
  readonly partly: ReadonlySet<Arrival>
}

/**
 * How the moves of a recipient's messages change the recipient; `parts` are the states afterwards.
 */
export function outcomeOf(
  from: RecipientState,
  parts: ReadonlyMap<string, OutgoingState>,
  moves: readonly PersonMove[],
  now: number,
): Outcome {
  const states = new Map(parts)
  for (const { message, from: before } of moves.toReversed()) states.set(message.messageId, before)
  let to: RecipientState = from
  let marks: TransitionColumns = {}
  const partly = new Set<Arrival>()
  for (const { message, to: after, reason } of moves) {
    states.set(message.messageId, after)
    const event = recipientEventOf([...states.values()].filter(isUnderWay))
    const next = event ? nextRecipient(to, event) : to
    if (event && next !== to) {
      // All of it arrived after all, so the marks of a part no longer apply.
      if (to === 'failed') marks = { ...marks, ...notPartly(event, now) }
      to = next
      marks = { ...marks, ...times(event, now), ...(reason && { reason }) }
    }
    const arrival = to === 'failed' ? arrivalOf([...states.values()]) : null
    if (arrival) partly.add(arrival)
    if (to !== 'failed') partly.clear()
  }
  return { to, marks, partly }
}

/** How far a sent part came. */
export type Arrival = 'sent' | 'delivered' | 'read'

/** Removes the times of a part; a message that is read has just been delivered. */
function notPartly(event: RecipientEvent, now: number): TransitionColumns {
  return { delivered_at: event === 'read' ? now : null, read_at: null }
}

/** How far the parts came; null if none was sent. */
function arrivalOf(parts: readonly OutgoingState[]): Arrival | null {
  return (['sent', 'delivered', 'read'] as const).find((state) => parts.includes(state)) ?? null
}

function isUnderWay(state: OutgoingState): state is DeliveryState {
  return state !== 'dropped'
}

function times(event: RecipientEvent, now: number): TransitionColumns {
  if (event === 'sent') return { sent_at: now }
  if (event === 'delivered') return { delivered_at: now }
  return event === 'read' ? { read_at: now } : {}
}
