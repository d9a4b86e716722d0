import { RecipientState } from '@kirim/contract/campaigns'
import { bulkDatabase, type Db, isBulkAwaited } from '../../../platform/database/database.ts'
import { inSteps } from '../../../platform/database/in-steps.ts'
import { createStepSize } from '../../../platform/database/step-size.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { LedgerDeps, LedgerRooms } from '../campaigns.ports.ts'
import { HELD_UNSETTLED } from '../recipients/reasons.ts'
import { countWaiting } from '../recipients/recipient-moves.ts'
import { dealSome } from './deal-variants.ts'
import { FREEZE_BATCH_SIZE, freezeSteps, insertPage, pageEnd } from './freeze-pages.ts'
import {
  createFreezesRepository,
  type Freeze,
  findFreeze,
  type People,
  pageAdded,
  type Rejoining,
  updateFreeze,
} from './freezes.repository.ts'
import {
  createUnreachedPeopleRepository,
  type SettledState,
} from './unreached-people.repository.ts'

/** The name of the lock of a node that freezes the people of a campaign. */
export const FREEZING = 'people of a campaign'

/**
 * Freezes the requested recipients, until done or aborted; resolves at once when none were
 * requested.
 */
export async function freezePeople(
  deps: LedgerDeps,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  const freeze = () => freezeWithLock(deps, campaignId, signal)
  await deps.work.inTurn(FREEZING, campaignId, freeze, signal).catch((error: unknown) => {
    if (!signal?.aborted) throw error
  })
}

/** Requires the lock. */
export async function freezeWithLock(
  deps: LedgerDeps,
  campaignId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { source_id: source } = (await findFreeze(deps.db, campaignId)) ?? {}
  // People of another campaign are copied once they are complete.
  if (source) await freezePeople(deps, source, signal)
  const step = createFreezeStep(deps.db, deps)
  await inSteps(() => step(campaignId), signal)
}

/** Resolves once no campaign needs these people any more, or when the signal aborts. */
export async function freezeDependents(
  deps: LedgerDeps,
  from: People,
  signal?: AbortSignal,
): Promise<void> {
  const dependents = await createFreezesRepository(deps.db, deps.groups).dependentsOf(from)
  for (const campaignId of dependents) await freezePeople(deps, campaignId, signal)
}

/** States whose people rejoin the queue, in this order. */
const REJOINING: Readonly<Record<Rejoining, readonly SettledState[]>> = {
  nobody: [],
  taken_out: ['skipped'],
  failed_too: ['skipped', 'failed'],
  failed: [],
}

/** Smaller freezes do not use the bulk thread on SQLite. */
const FEW_PEOPLE = 1000

/** People in one transaction that nobody waits for: it takes a tenth of a second. */
const MERGED_MAX = 8000

/**
 * Runs the next step of the freeze. A large one runs more steps in the same transaction while
 * nobody waits to write: SQLite then writes most of its pages once. False when nothing is left.
 */
export function createFreezeStep(db: Db, rooms: LedgerRooms) {
  const few = { db, size: createStepSize(freezeSteps(db).few) }
  const many = { db: bulkDatabase(db), size: createStepSize(freezeSteps(db).many) }
  return async function step(campaignId: string): Promise<boolean> {
    const stored = await findFreeze(db, campaignId)
    if (!stored) return false
    const way = stored.expected > FEW_PEOPLE ? many : few
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
  }
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
  // A held person has messages that the network refused.
  if (state === 'held') await outgoing.forget(tx, 'campaign', ids)
  await tx.deleteFrom('recipients').where('id', 'in', ids).execute()
  await countWaiting(tx, campaign_id, state, -ids.length)
  return true
}

async function addSome(tx: Db, rooms: LedgerRooms, freeze: Freeze, rows: number): Promise<boolean> {
  const upTo = await pageEnd(tx, rooms.groups, freeze, rows)
  if (upTo === null) {
    if (await rejoinSome(tx, rooms, freeze)) return true
    const progress = await dealSome(tx, freeze)
    if (progress) {
      await updateFreeze(tx, freeze.campaign_id, progress)
      return true
    }
    await tx.deleteFrom('freezes').where('campaign_id', '=', freeze.campaign_id).execute()
    return false
  }
  const added = await insertPage(tx, rooms.groups, freeze, upTo)
  await pageAdded(tx, freeze, { upTo, rows, added })
  return true
}

/** The cursor on positions skips people who fail again. */
async function retrySome(tx: Db, rooms: LedgerRooms, freeze: Freeze): Promise<boolean> {
  const { campaign_id: campaignId, position } = freeze
  const unreached = createUnreachedPeopleRepository(tx, rooms)
  const page = await unreached.failedAfter(campaignId, position)
  const last = page.at(-1)
  if (!last) return false
  const requeued = await unreached.queueFailed(campaignId, page)
  await updateFreeze(tx, campaignId, {
    position: last.position,
    expected: Math.max(0, freeze.expected - requeued),
  })
  return true
}

/** Nothing is sent during a freeze, so nobody is re-queued twice. */
async function rejoinSome(tx: Db, rooms: LedgerRooms, freeze: Freeze): Promise<boolean> {
  const { campaign_id: campaignId, group_id: groupId } = freeze
  if (freeze.rejoining === 'failed') return retrySome(tx, rooms, freeze)
  if (groupId === null) return false
  for (const state of REJOINING[freeze.rejoining]) {
    const unreached = createUnreachedPeopleRepository(tx, rooms)
    const requeued = await unreached.queueMembers({ campaignId, groupId }, state)
    if (requeued === 0) continue
    await updateFreeze(tx, campaignId, { expected: Math.max(0, freeze.expected - requeued) })
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
