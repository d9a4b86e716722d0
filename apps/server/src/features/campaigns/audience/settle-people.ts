import type { RecipientState } from '@kirim/contract/campaigns'
import type { DeliveryState, OutgoingState } from '@kirim/contract/outgoing'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { LedgerOutgoing, PersonMove } from '../campaigns.ports.ts'
import {
  moveRecipients,
  type Recipient,
  type RecipientTransition,
  toRecipient,
} from './recipient-moves.ts'
import {
  nextRecipient,
  type RecipientEvent,
  recipientEventOf,
  type TransitionColumns,
} from './recipient-state.ts'

/**
 * Moves recipients to the states that follow from their messages, move by move. Runs in the
 * transaction that moves the messages, which locks their campaign.
 */
export async function settlePeople(
  tx: Db,
  outgoing: LedgerOutgoing,
  moves: readonly PersonMove[],
  now: number,
): Promise<void> {
  const ids = [...new Set(moves.map(({ message }) => message.originId))]
  const rows = await tx.selectFrom('recipients').selectAll().where('id', 'in', ids).execute()
  const states = Object.groupBy(
    await outgoing.statesOf(tx, 'campaign', ids),
    (part) => part.originId,
  )
  const movesOf = Object.groupBy(moves, ({ message }) => message.originId)
  const together = new Map<string, { transition: RecipientTransition; ids: string[] }>()
  const partly = new Map<Arrival, string[]>()
  for (const recipient of rows.map(toRecipient)) {
    const parts = new Map(states[recipient.id]?.map((part) => [part.messageId, part.state]))
    const outcome = outcomeOf(recipient, parts, movesOf[recipient.id] ?? [], now)
    for (const arrival of outcome.partly) {
      partly.set(arrival, [...(partly.get(arrival) ?? []), recipient.id])
    }
    if (outcome.to === recipient.state) continue
    const { campaignId, userId, state: from } = recipient
    const { to, marks } = outcome
    const transition: RecipientTransition = { campaignId, userId, from, to, marks }
    const key = JSON.stringify(transition)
    const group = together.get(key) ?? { transition, ids: [] }
    together.set(key, group)
    group.ids.push(recipient.id)
  }
  for (const { transition, ids } of together.values())
    await moveRecipients(tx, outgoing, transition, ids, now)
  for (const [arrival, ids] of partly) await markPartly(tx, ids, arrival, now)
}

/** What became of somebody. */
interface Outcome {
  readonly to: RecipientState
  readonly marks: TransitionColumns
  /** How far what has arrived of a message came that failed otherwise. */
  readonly partly: ReadonlySet<Arrival>
}

/**
 * How the moves of a recipient's messages change the recipient; `parts` are the states afterwards.
 */
function outcomeOf(
  { state: from }: Recipient,
  parts: ReadonlyMap<string, OutgoingState>,
  moves: readonly PersonMove[],
  now: number,
): Outcome {
  const seen = new Map(parts)
  for (const { message, from: before } of moves.toReversed()) seen.set(message.messageId, before)
  let to: RecipientState = from
  let marks: TransitionColumns = {}
  const partly = new Set<Arrival>()
  for (const { message, to: after, reason } of moves) {
    seen.set(message.messageId, after)
    const event = recipientEventOf([...seen.values()].filter(isUnderWay))
    const next = event ? nextRecipient(to, event) : to
    if (event && next !== to) {
      // It is all there after all: what is said of a part of it holds no more.
      if (to === 'failed') marks = { ...marks, ...notPartly(event, now) }
      to = next
      marks = { ...marks, ...times(event, now), ...(reason && { reason }) }
    }
    const arrival = to === 'failed' ? arrivalOf([...seen.values()]) : null
    if (arrival) partly.add(arrival)
    if (to !== 'failed') partly.clear()
  }
  return { to, marks, partly }
}

/** How far somebody has got what has left of a message. */
type Arrival = 'sent' | 'delivered' | 'read'

/** Without the times of a part; of a message that is read at once, it has arrived just now. */
function notPartly(event: RecipientEvent, now: number): TransitionColumns {
  return { delivered_at: event === 'read' ? now : null, read_at: null }
}

/** How far the parts came that have arrived; null where none has. */
function arrivalOf(parts: readonly OutgoingState[]): Arrival | null {
  return (['sent', 'delivered', 'read'] as const).find((state) => parts.includes(state)) ?? null
}

/** They have failed, and have a part of it all the same. */
async function markPartly(tx: Db, ids: readonly string[], arrival: Arrival, now: number) {
  const first = (column: 'sent_at' | 'delivered_at' | 'read_at') => ({
    [column]: sql<number>`coalesce(${sql.ref(column)}, ${now})`,
  })
  await tx
    .updateTable('recipients')
    .set({
      ...first('sent_at'),
      ...(arrival === 'read' && first('delivered_at')),
      ...first(`${arrival}_at`),
    })
    .where('id', 'in', ids)
    .execute()
}

function isUnderWay(state: OutgoingState): state is DeliveryState {
  return state !== 'dropped'
}

function times(event: RecipientEvent, now: number): TransitionColumns {
  if (event === 'sent') return { sent_at: now }
  if (event === 'delivered') return { delivered_at: now }
  return event === 'read' ? { read_at: now } : {}
}
