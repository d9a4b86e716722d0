import {
  PLAN_QUOTAS,
  QUOTA_REFUSALS,
  type QuotaName,
  quotaAmountText,
} from '@kirim/contract/quotas'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { CallQuota, CountedQuota, Quota, QuotaReservation } from '../../platform/quota.ts'
import type { AmountsOf, QuotaSources } from './quotas.ports.ts'
import { createQuotasRepository } from './quotas.repository.ts'
import { createReservationsRepository, type ReservingNodes } from './reservations.repository.ts'

export interface QuotasDeps {
  readonly db: Db
  readonly sources: QuotaSources
  readonly nodes: ReservingNodes
  readonly clock: Clock
}

/**
 * Each workspace's limits. Every addition locks the workspace's row of counts until its transaction
 * ends, so that two transactions cannot exceed a quota together.
 */
export function createQuotas({ db, sources, nodes, clock }: QuotasDeps) {
  const reservations = (tx: Db) => createReservationsRepository(tx, nodes)
  const contacts = countedQuota(sources, 'contacts', 'contacts', (tx, workspaceId) =>
    reservations(tx).of(workspaceId),
  )
  return {
    contacts,
    contactsOf: createQuotasRepository(db).contactsOf,
    /** Reserves contacts, for work that adds them in several transactions. */
    async reserveContacts(workspaceId: string, amount: number): Promise<QuotaReservation> {
      const id = await db.transaction().execute(async (tx) => {
        const use = await createQuotasRepository(tx).lock(workspaceId)
        await contacts.refuseOverLimit(tx, workspaceId, use.contacts, amount)
        return reservations(tx).reserve(workspaceId, amount)
      })
      return {
        async change(tx, owner, by) {
          await createQuotasRepository(tx).add(owner, 'contacts', by)
          await reservations(tx).use(id, by)
        },
        release: () => reservations(db).release(id),
      }
    },
    mediaBytes: countedQuota(sources, 'mediaBytes', 'media_bytes') satisfies CountedQuota,
    campaigns: measuredQuota(sources, 'campaigns'),
    peopleWaiting: measuredQuota(sources, 'peopleWaiting'),
    recipients: measuredQuota(sources, 'recipients'),
    groupPlaces: measuredQuota(sources, 'groupPlaces'),
    optOuts: measuredQuota(sources, 'optOuts'),
    chatbotItems: measuredQuota(sources, 'chatbotItems'),
    calls: callQuota({ db, sources, clock }),
  }
}

/** `YYYY-MM-DD` in UTC. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

function callQuota({ db, sources, clock }: Omit<QuotasDeps, 'nodes'>): CallQuota {
  const take = (workspaceId: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const calls = await createQuotasRepository(tx).addCall(workspaceId, dayOf(clock.now()))
      const limit = await limitOf(tx, sources, workspaceId, 'callsToday')
      if (calls > limit) throw quotaRefusal('callsToday', limit, calls - 1)
    })
  return {
    take,
    async tryTake(workspaceId) {
      try {
        await take(workspaceId)
        return true
      } catch (error) {
        if (error instanceof DomainError) return false
        throw error
      }
    },
  }
}

/** A quota whose amount is counted on each use, or whose total is stored elsewhere. */
function measuredQuota(
  sources: QuotaSources,
  quota: Exclude<QuotaName, 'contacts' | 'mediaBytes' | 'callsToday'>,
): Quota {
  const measure: AmountsOf = sources[quota]
  return {
    async admit(tx, workspaceId, amount) {
      await createQuotasRepository(tx).lock(workspaceId)
      const used = (await measure(tx, [workspaceId])).get(workspaceId) ?? 0
      const limit = await limitOf(tx, sources, workspaceId, quota)
      if (used + amount > limit) throw quotaRefusal(quota, limit, used)
    },
  }
}

function countedQuota(
  sources: QuotaSources,
  quota: 'contacts' | 'mediaBytes',
  column: 'contacts' | 'media_bytes',
  reservedFor: (tx: Db, workspaceId: string) => Promise<number> = async () => 0,
) {
  /** Its caller has locked the workspace's row. */
  async function refuseOverLimit(tx: Db, workspaceId: string, before: number, by: number) {
    const used = before + (await reservedFor(tx, workspaceId))
    const limit = await limitOf(tx, sources, workspaceId, quota)
    if (used + by > limit) throw quotaRefusal(quota, limit, used)
  }

  return {
    refuseOverLimit,
    async change(tx: Db, workspaceId: string, by: number): Promise<void> {
      const repository = createQuotasRepository(tx)
      if (by <= 0) return repository.subtract(workspaceId, column, -by)
      const now = await repository.add(workspaceId, column, by)
      await refuseOverLimit(tx, workspaceId, now - by, by)
    },
  }
}

async function limitOf(
  tx: Db,
  sources: QuotaSources,
  workspaceId: string,
  quota: QuotaName,
): Promise<number> {
  const overrides = await createQuotasRepository(tx).overrides([workspaceId])
  const own = overrides.get(workspaceId)?.get(quota)
  if (own !== undefined) return own
  const plan = await sources.planOf(tx, workspaceId)
  if (!plan) throw new DomainError('user_not_found')
  return PLAN_QUOTAS[plan][quota]
}

function quotaRefusal(quota: QuotaName, limit: number, used: number): DomainError {
  const most = quotaAmountText(quota, limit)
  return new DomainError(QUOTA_REFUSALS[quota], { quota, limit, used, most })
}
