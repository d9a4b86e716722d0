import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import { RecipientState } from '@kirim/contract/campaigns'
import { bulkDatabase, type Db, flag, isBulkAwaited } from '../../../platform/database/database.ts'
import { createStepSize } from '../../../platform/database/step-size.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { LedgerRooms } from '../campaigns.ports.ts'
import { dealSome } from './deal-variants.ts'
import { createFailedPeopleRepository } from './failed-people.repository.ts'
import { FREEZE_BATCH_SIZE, freezeSteps, insertPage, pageEnd } from './freeze-pages.ts'
import { type Freeze, findFreeze, pageAdded, updateFreeze } from './freezes.repository.ts'
import { addPagesTogether } from './pages-together.ts'
import { HELD_UNSETTLED } from './reasons.ts'
import { countWaiting } from './recipient-moves.ts'
import { createRestRepository, type SettledState } from './rest.repository.ts'

/** The recipients: a group's members, or the people of another campaign. */
export type People =
  | { readonly groupId: string }
  | { readonly campaignId: string; readonly outcome?: FollowUpOutcome }

export type Rejoining = Freeze['rejoining']

/** Who rejoins the queue, in this order. */
const REJOINING: Readonly<Record<Rejoining, readonly SettledState[]>> = {
  nobody: [],
  taken_out: ['skipped'],
  failed_too: ['skipped', 'failed'],
  failed: [],
}

/** Fewer are not worth a thread of their own on SQLite. */
const FEW_PEOPLE = 1000

/** People in one transaction that nobody waits for: it takes a tenth of a second. */
const MERGED_MAX = 8000

const NOBODY_DEALT = { dealt_to: 0, dealt_seen: 0, dealt: 0 }

/**
 * The recipients of a campaign, fixed when it is saved. The saving transaction requests the freeze,
 * which is done in steps afterwards; it includes members who were in the group at the request and
 * still are when their step runs.
 */
export function createFrozenPeopleRepository(db: Db, rooms: LedgerRooms) {
  const few = { db, size: createStepSize(freezeSteps(db).few) }
  const many = { db: bulkDatabase(db), size: createStepSize(freezeSteps(db).many) }
  return {
    /**
     * Requests these people to be frozen instead of those not yet written to. People already in the
     * ledger stay as they are, except those who rejoin the queue. Throws `group_not_found`.
     */
    async ask(campaignId: string, people: People, rejoining: Rejoining = 'nobody'): Promise<void> {
      const groupId = 'groupId' in people ? people.groupId : null
      const sourceId = 'campaignId' in people ? people.campaignId : null
      const freeze = {
        dropping: flag(true),
        group_id: groupId,
        source_id: sourceId,
        outcome: 'outcome' in people && people.outcome ? people.outcome : ('' as const),
        after: '',
        until: groupId ? await lastMember(db, rooms, groupId) : '',
        position: 0,
        expected: 0,
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
     * Requests that people not yet written to are dealt wordings again: those whose wording was
     * removed, and an even share of everybody for each of `fresh`.
     */
    async askToDeal(campaignId: string, fresh: readonly string[]): Promise<void> {
      const open = await findFreeze(db, campaignId)
      const letters = new Set([...(open?.fresh_variants ?? ''), ...fresh])
      const dealing = { ...NOBODY_DEALT, fresh_variants: [...letters].join('') }
      if (open) return updateFreeze(db, campaignId, dealing)
      const nobody = { group_id: null, source_id: null, after: '', until: '', expected: 0 }
      await db
        .insertInto('freezes')
        .values({ campaign_id: campaignId, dropping: 0, position: 0, ...nobody, ...dealing })
        .execute()
    },

    /** Requests that those who failed and can be tried again rejoin the queue. */
    async askFailed(campaignId: string, expected: number): Promise<void> {
      await db
        .insertInto('freezes')
        .values({
          campaign_id: campaignId,
          dropping: flag(false),
          group_id: null,
          source_id: null,
          after: '',
          until: '',
          position: -1,
          expected,
          rejoining: 'failed',
        })
        .execute()
    },

    /** Stores how many recipients are still to be added. */
    expect: (campaignId: string, people: number) =>
      updateFreeze(db, campaignId, { expected: people }),

    /** The campaign whose people are being copied; null for a group, or when everything is done. */
    async sourceOf(campaignId: string): Promise<string | null> {
      return (await findFreeze(db, campaignId))?.source_id ?? null
    },

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

    /**
     * Runs the next step of the freeze. Of a large one PostgreSQL adds two pages at the same time;
     * SQLite runs more steps in the same transaction while nobody waits to write: most of its pages
     * are then written once. False when nothing is left.
     */
    async step(campaignId: string): Promise<boolean> {
      const asked = await findFreeze(db, campaignId)
      if (!asked) return false
      const way = asked.expected > FEW_PEOPLE ? many : few
      if (way === many && !isSqlite(db) && !asked.dropping) {
        const together = (rows: number) => addPagesTogether(db, rooms.groups, asked, rows)
        if (await way.size.run(together)) return true
      }
      return way.db.transaction().execute(async (tx) => {
        await lockCampaign(tx, campaignId)
        let done = 0
        do {
          const freeze = await findFreeze(tx, campaignId)
          if (!freeze) return false
          if (freeze.dropping) return dropSome(tx, rooms, freeze)
          const isMore = await way.size.run((rows) => {
            done += rows
            return addSome(tx, rooms, freeze, rows)
          })
          if (!isMore) return false
        } while (way === many && done < MERGED_MAX && !isBulkAwaited(db))
        return true
      })
    },
  }
}

async function lastMember(db: Db, { groups }: LedgerRooms, groupId: string): Promise<string> {
  const row = await db
    .selectFrom(groups.members.as('member'))
    .select('contact_id')
    .where('group_id', '=', groupId)
    .orderBy('contact_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.contact_id ?? ''
}

async function dropSome(tx: Db, rooms: LedgerRooms, freeze: Freeze): Promise<boolean> {
  for (const state of ['queued', 'held'] as const) {
    if (await dropSomeIn(tx, rooms, freeze, state)) return true
  }
  const position = await lastPosition(tx, freeze.campaign_id)
  await updateFreeze(tx, freeze.campaign_id, { dropping: 0, position })
  return true
}

/** False when there are none left. */
async function dropSomeIn(
  tx: Db,
  { outgoing }: LedgerRooms,
  { campaign_id }: Freeze,
  state: 'queued' | 'held',
): Promise<boolean> {
  const rows = await tx
    .selectFrom('recipients')
    .select('id')
    .where('campaign_id', '=', campaign_id)
    .where('state', '=', state)
    .where('reason', 'is distinct from', HELD_UNSETTLED)
    .limit(FREEZE_BATCH_SIZE)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return false
  // Who is held may have been written to, but for the network's refusal.
  if (state === 'held') await outgoing.forget(tx, 'campaign', ids)
  await tx.deleteFrom('recipients').where('id', 'in', ids).execute()
  await countWaiting(tx, campaign_id, state, -ids.length)
  return true
}

async function addSome(tx: Db, rooms: LedgerRooms, freeze: Freeze, rows: number): Promise<boolean> {
  const upTo = await pageEnd(tx, rooms.groups, freeze, rows)
  if (upTo === null) {
    if (await rejoinSome(tx, rooms, freeze)) return true
    const dealt = await dealSome(tx, freeze)
    if (dealt) {
      await updateFreeze(tx, freeze.campaign_id, dealt)
      return true
    }
    await tx.deleteFrom('freezes').where('campaign_id', '=', freeze.campaign_id).execute()
    return false
  }
  const added = await insertPage(tx, rooms.groups, freeze, upTo)
  await pageAdded(tx, freeze, { upTo, rows, added })
  return true
}

/** In the order of their positions: the cursor keeps those out who fail again. */
async function retrySome(tx: Db, { outgoing }: LedgerRooms, freeze: Freeze): Promise<boolean> {
  const { campaign_id: campaignId, position } = freeze
  const failed = createFailedPeopleRepository(tx, outgoing)
  const page = await failed.after(campaignId, position)
  const last = page.at(-1)
  if (!last) return false
  const joined = await failed.queueAgain(campaignId, page)
  await updateFreeze(tx, campaignId, {
    position: last.position,
    expected: Math.max(0, freeze.expected - joined),
  })
  return true
}

/** Nothing is sent during a freeze, so nobody is queued again twice. */
async function rejoinSome(tx: Db, rooms: LedgerRooms, freeze: Freeze): Promise<boolean> {
  const { campaign_id: campaignId, group_id: groupId } = freeze
  if (freeze.rejoining === 'failed') return retrySome(tx, rooms, freeze)
  if (groupId === null) return false
  for (const state of REJOINING[freeze.rejoining]) {
    const rest = createRestRepository(tx, rooms)
    const joined = await rest.queueSomeAgain({ campaignId, groupId }, state)
    if (joined === 0) continue
    await updateFreeze(tx, campaignId, { expected: Math.max(0, freeze.expected - joined) })
    return true
  }
  return false
}

/** Per state, because the index is ordered within a state. */
async function lastPosition(db: Db, campaignId: string): Promise<number> {
  let last = 0
  for (const state of RecipientState.options) {
    const row = await db
      .selectFrom('recipients')
      .select('position')
      .where('campaign_id', '=', campaignId)
      .where('state', '=', state)
      .orderBy('position', 'desc')
      .limit(1)
      .executeTakeFirst()
    last = Math.max(last, row?.position ?? 0)
  }
  return last
}
