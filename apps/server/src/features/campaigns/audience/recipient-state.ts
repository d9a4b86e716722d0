import type { RecipientState } from '@kirim/contract/campaigns'
import type { DeliveryState } from '@kirim/contract/outgoing'
import type { Totals } from '../campaigns.ports.ts'

/** Events of one person in a campaign's ledger. */
export type RecipientEvent =
  | 'claimed'
  /** Somebody new, while the network lets the number write to nobody new. */
  | 'held'
  | 'released'
  /** Written down to be sent, which certainly has not left and will not. */
  | 'withdrawn'
  /** The same, of a device of several: another one writes to them. */
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
    // Of an earlier try, which the network had not answered.
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
    total: Number(counts(to)) - Number(counts(from)),
    sent: Number(arrived(to)) - Number(arrived(from)),
    failed: Number(to === 'failed') - Number(from === 'failed'),
  }
}

function counts(state: RecipientState): boolean {
  return state !== 'queued' && state !== 'held' && state !== 'skipped'
}

function arrived(state: RecipientState): boolean {
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
