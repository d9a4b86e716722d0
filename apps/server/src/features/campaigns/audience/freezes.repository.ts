import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import type { Selectable } from 'kysely'
import { type Db, flag } from '../../../platform/database/database.ts'
import type { FreezeTable } from '../../../platform/database/schema/campaigns.ts'
import type { CampaignGroups, CampaignQuotas } from '../campaigns.ports.ts'
import { countWaiting } from '../recipients/recipient-moves.ts'

export type Freeze = Selectable<FreezeTable>

/** The recipients: a group's members, or the people of another campaign. */
export type People =
  | { readonly groupId: string }
  | { readonly campaignId: string; readonly outcome?: FollowUpOutcome }

/** Which settled people rejoin the queue. */
export type Rejoining = Freeze['rejoining']

/**
 * Requests a freeze of a campaign's people, instead of those not yet written to. A campaign that
 * does not grow is allowed even above a lowered quota. Throws `quota_people_waiting` and
 * `quota_recipients`.
 */
export async function requestFreeze(
  { groups, quotas }: { readonly groups: CampaignGroups; readonly quotas: CampaignQuotas },
  tx: Db,
  campaign: { readonly id: string; readonly workspaceId: string },
  people: {
    readonly from: People
    readonly size: number
    readonly before: number
    readonly rejoining?: Rejoining
  },
): Promise<void> {
  const freezes = createFreezesRepository(tx, groups)
  await freezes.request(campaign.id, people.from, people.rejoining)
  if (people.size > people.before) {
    await quotas.peopleWaiting.admit(tx, campaign.workspaceId, people.size)
    await quotas.recipients.admit(tx, campaign.workspaceId, people.size)
  }
  await freezes.expect(campaign.id, people.size)
}

const NOBODY_DEALT = { dealt_to: 0, dealt_seen: 0, dealt: 0 }
const NOBODY_ADDED = {
  dropping: flag(false),
  group_id: null,
  source_id: null,
  after: '',
  until: '',
  position: 0,
  expected: 0,
}

/**
 * Pending changes to the recipients of a campaign. The transaction that saves the campaign requests
 * one, and `freezePeople` applies it afterwards in steps.
 */
export function createFreezesRepository(db: Db, groups: Pick<CampaignGroups, 'members'>) {
  return {
    /**
     * Requests these people to be frozen instead of those not yet written to. People already in the
     * ledger stay as they are, except those who rejoin the queue. Throws `group_not_found`.
     */
    async request(
      campaignId: string,
      people: People,
      rejoining: Rejoining = 'nobody',
    ): Promise<void> {
      const groupId = 'groupId' in people ? people.groupId : null
      const sourceId = 'campaignId' in people ? people.campaignId : null
      const freeze = {
        ...NOBODY_ADDED,
        dropping: flag(true),
        group_id: groupId,
        source_id: sourceId,
        outcome: 'outcome' in people && people.outcome ? people.outcome : ('' as const),
        until: groupId ? await lastMember(db, groups, groupId) : '',
        rejoining,
        ...NOBODY_DEALT,
        fresh_variants: '',
      }
      await db
        .insertInto('freezes')
        .values({ campaign_id: campaignId, ...freeze })
        .onConflict((conflict) => conflict.column('campaign_id').doUpdateSet(freeze))
        .execute()
    },

    /**
     * Requests new wordings for people not yet written to: those whose wording was removed, and an
     * even share of everybody for each of `fresh`.
     */
    async requestDeal(campaignId: string, fresh: readonly string[]): Promise<void> {
      const open = await findFreeze(db, campaignId)
      const letters = new Set([...(open?.fresh_variants ?? ''), ...fresh])
      const dealing = { ...NOBODY_DEALT, fresh_variants: [...letters].join('') }
      if (open) return updateFreeze(db, campaignId, dealing)
      await db
        .insertInto('freezes')
        .values({ campaign_id: campaignId, ...NOBODY_ADDED, ...dealing })
        .execute()
    },

    /** Requests that failed people who can be retried rejoin the queue. */
    async requestRetry(campaignId: string, expected: number): Promise<void> {
      await db
        .insertInto('freezes')
        .values({
          campaign_id: campaignId,
          ...NOBODY_ADDED,
          position: -1,
          expected,
          rejoining: 'failed',
        })
        .execute()
    },

    /** Stores how many recipients are still to be added. */
    expect: (campaignId: string, people: number) =>
      updateFreeze(db, campaignId, { expected: people }),

    /** Campaigns that are still copying the people of this group or campaign. */
    async dependentsOf(people: People): Promise<string[]> {
      const rows = await db
        .selectFrom('freezes')
        .select('campaign_id')
        .$if('groupId' in people, (query) =>
          query.where('group_id', '=', 'groupId' in people ? people.groupId : ''),
        )
        .$if('campaignId' in people, (query) =>
          query.where('source_id', '=', 'campaignId' in people ? people.campaignId : ''),
        )
        .execute()
      return rows.map((row) => row.campaign_id)
    },
  }
}

async function lastMember(
  db: Db,
  groups: Pick<CampaignGroups, 'members'>,
  groupId: string,
): Promise<string> {
  const row = await db
    .selectFrom(groups.members.as('member'))
    .select('contact_id')
    .where('group_id', '=', groupId)
    .orderBy('contact_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.contact_id ?? ''
}

export async function findFreeze(db: Db, campaignId: string): Promise<Freeze | null> {
  const row = await db
    .selectFrom('freezes')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .executeTakeFirst()
  return row ?? null
}

export async function updateFreeze(
  tx: Db,
  campaignId: string,
  change: Partial<Freeze>,
): Promise<void> {
  await tx.updateTable('freezes').set(change).where('campaign_id', '=', campaignId).execute()
}

/** Stores how far a freeze is, in the transaction that inserts the page. */
export async function pageAdded(
  tx: Db,
  freeze: Freeze,
  { upTo, rows, added }: { upTo: string; rows: number; added: number },
): Promise<void> {
  await countWaiting(tx, freeze.campaign_id, 'queued', added)
  await updateFreeze(tx, freeze.campaign_id, {
    after: upTo,
    position: freeze.position + rows,
    expected: Math.max(0, freeze.expected - added),
  })
}
