import type { RecipientState } from '@kirim/contract/campaigns'
import type { Refusal } from '@kirim/contract/outgoing'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { LedgerOutgoing, PersonMove } from '../campaigns.ports.ts'
import { moveRecipients, type RecipientTransition, selectRecipients } from './recipient-moves.ts'
import { type Arrival, outcomeOf } from './recipient-state.ts'

interface OriginDeps {
  readonly db: Db
  readonly outgoing: LedgerOutgoing
  readonly clock: Clock
}

/** Campaigns as an origin of messages: recipients and counts follow every move of a message. */
export function createCampaignOrigin({ db, outgoing, clock }: OriginDeps) {
  return {
    /** A message whose file is missing is not sent as text alone. */
    sendsTextWithoutMedia: false,
    outlastsOutages: true,
    /** A limit of new chats holds people; it does not fail them. */
    waitsForNewChats: true,
    async personOf({ originId, workspaceId }: { originId: string; workspaceId: string }, tx: Db) {
      const row = await tx
        .selectFrom('recipients')
        .select(['phone_number', 'jid'])
        .where('id', '=', originId)
        .executeTakeFirst()
      if (!row) return null
      const [network = null] = row.jid?.split('@') ?? []
      const isLid = row.jid?.endsWith('@lid')
      return {
        workspaceId,
        phoneNumber: row.phone_number,
        networkNumber: isLid ? null : network,
        lid: isLid ? row.jid : null,
      }
    },
    holds: {
      /** The campaigns of these recipients, without those that are being deleted. */
      async of(recipientIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
        const rows = await db
          .selectFrom('recipients')
          .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
          .select(['recipients.id', 'recipients.campaign_id'])
          .where('recipients.id', 'in', recipientIds)
          .where('campaigns.erasing', '=', 0)
          .execute()
        return new Map(rows.map((row) => [row.id, row.campaign_id]))
      },
      take: lockCampaign,
    },
    /** A retry of failed people needs the states of their messages. */
    async remains(tx: Db, recipientIds: readonly string[]) {
      const rows = await tx
        .selectFrom('recipients')
        .select(['id', 'state'])
        .where('id', 'in', recipientIds)
        .execute()
      const states = new Map(rows.map(({ id, state }) => [id, state]))
      return new Map(
        recipientIds.flatMap((id) => {
          const remains = remainsOf(states.get(id))
          return remains ? [[id, remains] as const] : []
        }),
      )
    },
    onMoves: (tx: Db, moves: readonly PersonMove[]) =>
      settlePeople(tx, outgoing, moves, clock.now()),
  }
}

/** What remains of the messages of a recipient in this state; null for all of them. */
function remainsOf(state: RecipientState | undefined): 'state' | 'nothing' | null {
  if (state === 'queued' || state === 'held' || state === 'sending') return null
  return state === 'failed' || state === 'skipped' ? 'state' : 'nothing'
}

/** Why a campaign must not send: it is cancelled, switched off, being prepared or deleted. */
export async function isCampaignOff(
  message: { readonly origin: string; readonly originId: string },
  db: Db,
): Promise<Refusal | null> {
  if (message.origin !== 'campaign') return null
  const row = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .leftJoin('freezes', 'freezes.campaign_id', 'campaigns.id')
    .select(['campaigns.enabled', 'campaigns.cancelled_at', 'freezes.campaign_id as freezing'])
    .where('recipients.id', '=', message.originId)
    .executeTakeFirst()
  if (row && row.cancelled_at !== null) return 'campaign_cancelled'
  return row?.enabled === 1 && row.freezing === null ? null : 'campaign_off'
}

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
  const recipients = await selectRecipients(tx).where('id', 'in', ids).execute()
  const states = Object.groupBy(
    await outgoing.statesOf(tx, 'campaign', ids),
    (part) => part.originId,
  )
  const movesOf = Object.groupBy(moves, ({ message }) => message.originId)
  const together = new Map<string, { transition: RecipientTransition; ids: string[] }>()
  const partly = new Map<Arrival, string[]>()
  for (const recipient of recipients) {
    const parts = new Map(states[recipient.id]?.map((part) => [part.messageId, part.state]))
    const outcome = outcomeOf(recipient.state, parts, movesOf[recipient.id] ?? [], now)
    for (const arrival of outcome.partly) {
      partly.set(arrival, [...(partly.get(arrival) ?? []), recipient.id])
    }
    if (outcome.to === recipient.state) continue
    const { campaignId, workspaceId, state: from } = recipient
    const { to, marks } = outcome
    const transition: RecipientTransition = { campaignId, workspaceId, from, to, marks }
    const key = JSON.stringify(transition)
    const group = together.get(key) ?? { transition, ids: [] }
    together.set(key, group)
    group.ids.push(recipient.id)
  }
  for (const { transition, ids } of together.values())
    await moveRecipients(tx, outgoing, transition, ids, now)
  for (const [arrival, ids] of partly) await markPartly(tx, ids, arrival, now)
}

/** Marks how far a part of a failed message came. */
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
