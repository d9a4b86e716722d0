import type { RecipientState } from '@kirim/contract/campaigns'
import type { DeliveryState, OutgoingState } from '@kirim/contract/outgoing'
import type { Db } from '../../../platform/database/database.ts'
import type { LedgerOutgoing, PersonMove } from '../campaigns.ports.ts'
import {
  moveRecipients,
  type Recipient,
  type RecipientTransition,
  type TransitionColumns,
  toRecipient,
} from './recipient-moves.ts'
import { nextRecipient, type RecipientEvent, recipientEventOf } from './recipient-state.ts'

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
  for (const recipient of rows.map(toRecipient)) {
    const parts = new Map(states[recipient.id]?.map((part) => [part.messageId, part.state]))
    const transition = transitionOf(recipient, parts, movesOf[recipient.id] ?? [], now)
    if (!transition) continue
    const key = JSON.stringify(transition)
    const group = together.get(key) ?? { transition, ids: [] }
    together.set(key, group)
    group.ids.push(recipient.id)
  }
  for (const { transition, ids } of together.values())
    await moveRecipients(tx, outgoing, transition, ids, now)
}

/**
 * How the moves of a recipient's messages change the recipient; `parts` are the states afterwards.
 */
function transitionOf(
  { campaignId, userId, state: from }: Recipient,
  parts: ReadonlyMap<string, OutgoingState>,
  moves: readonly PersonMove[],
  now: number,
): RecipientTransition | null {
  const seen = new Map(parts)
  for (const { message, from: before } of moves.toReversed()) seen.set(message.messageId, before)
  let to: RecipientState = from
  let marks: TransitionColumns = {}
  for (const { message, to: after, reason } of moves) {
    seen.set(message.messageId, after)
    const event = recipientEventOf([...seen.values()].filter(isUnderWay))
    const next = event ? nextRecipient(to, event) : to
    if (!event || next === to) continue
    to = next
    marks = {
      ...marks,
      ...times(event, now),
      ...(reason && { reason }),
    }
  }
  return to === from ? null : { campaignId, userId, from, to, marks }
}

function isUnderWay(state: OutgoingState): state is DeliveryState {
  return state !== 'dropped'
}

function times(event: RecipientEvent, now: number): TransitionColumns {
  if (event === 'sent') return { sent_at: now }
  if (event === 'delivered') return { delivered_at: now }
  return event === 'read' ? { read_at: now } : {}
}
