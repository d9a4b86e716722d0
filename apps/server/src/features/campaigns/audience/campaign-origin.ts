import type { RecipientState } from '@kirim/contract/campaigns'
import type { Refusal } from '@kirim/contract/outgoing'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { LedgerOutgoing, PersonMove } from '../campaigns.ports.ts'
import { settlePeople } from './settle-people.ts'

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
    /** Nobody fails for it: they are held. */
    waitsForNewChats: true,
    async personOf({ originId, userId }: { originId: string; userId: string }, tx: Db) {
      const row = await tx
        .selectFrom('recipients')
        .select(['phone_number', 'jid'])
        .where('id', '=', originId)
        .executeTakeFirst()
      if (!row) return null
      const [network = null] = row.jid?.split('@') ?? []
      const isLid = row.jid?.endsWith('@lid')
      return {
        userId,
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
    /** Whoever failed may be tried again, and is asked how far each part came. */
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

/** Of the messages to who is in this state, or is gone; null for all of them. */
function remainsOf(state: RecipientState | undefined): 'state' | 'nothing' | null {
  if (state === 'queued' || state === 'held' || state === 'sending') return null
  return state === 'failed' || state === 'skipped' ? 'state' : 'nothing'
}

/** Whether a campaign must not send: it is ended, switched off, being prepared or deleted. */
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
