import { PLAN_QUOTAS, type QuotaName } from '@kirim/contract/quotas'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { DomainError } from '../../platform/errors.ts'
import type { CallQuota, CountedQuota, Quota, QuotaReservation } from '../../platform/quota.ts'
import { quotaRefusal } from './quota-refusal.ts'
import type { AmountsOf, QuotaSources } from './quotas.ports.ts'
import { createQuotasRepository } from './quotas.repository.ts'

export interface QuotasDeps {
  readonly db: Db
  readonly sources: QuotaSources
  readonly clock: Clock
}

/**
 * Each user's limits. Every addition locks the user's row of counts until its transaction ends, so
 * that two transactions cannot exceed a quota together.
 */
export function createQuotas({ db, sources, clock }: QuotasDeps) {
  const contacts = countedQuota(sources, 'contacts', 'contacts')
  return {
    contacts,
    contactsOf: createQuotasRepository(db).contactsOf,
    /** Reserves contacts, for work that adds them in several transactions. */
    async reserveContacts(userId: string, amount: number): Promise<QuotaReservation> {
      const made: QuotaReservation[] = []
      try {
        return await db.transaction().execute(async (tx) => {
          // From an attempt that was aborted by a deadlock.
          for (const before of made.splice(0)) before.release()
          const room = await contacts.reserve(tx, userId, amount)
          made.push(room)
          return room
        })
      } catch (error) {
        for (const room of made) room.release()
        throw error
      }
    },
    mediaBytes: countedQuota(sources, 'mediaBytes', 'media_bytes') satisfies CountedQuota,
    campaigns: measuredQuota(sources, 'campaigns'),
    peopleWaiting: measuredQuota(sources, 'peopleWaiting'),
    chatbotItems: measuredQuota(sources, 'chatbotItems'),
    calls: callQuota({ db, sources, clock }),
  }
}

/** `YYYY-MM-DD` in UTC. */
export function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10)
}

function callQuota({ db, sources, clock }: QuotasDeps): CallQuota {
  const take = (userId: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const calls = await createQuotasRepository(tx).addCall(userId, dayOf(clock.now()))
      const limit = await limitOf(tx, sources, userId, 'callsToday')
      if (calls > limit) throw quotaRefusal('callsToday', limit, calls - 1)
    })
  return {
    take,
    async tryTake(userId) {
      try {
        await take(userId)
        return true
      } catch (error) {
        if (error instanceof DomainError) return false
        throw error
      }
    },
  }
}

/** A quota of things few enough to count, or with a total kept elsewhere. */
function measuredQuota(
  sources: QuotaSources,
  quota: 'campaigns' | 'peopleWaiting' | 'chatbotItems',
): Quota {
  const measure: AmountsOf = sources[quota]
  return {
    async admit(tx, userId, amount) {
      await createQuotasRepository(tx).lock(userId)
      const used = (await measure(tx, [userId])).get(userId) ?? 0
      const limit = await limitOf(tx, sources, userId, quota)
      if (used + amount > limit) throw quotaRefusal(quota, limit, used)
    },
  }
}

function countedQuota(
  sources: QuotaSources,
  quota: 'contacts' | 'mediaBytes',
  column: 'contacts' | 'media_bytes',
) {
  /**
   * Quota reserved for work in progress, by user. Only one process uses the database, so its memory
   * is complete.
   */
  const kept = new Map<string, number>()
  const keep = (userId: string, by: number) => {
    const amount = (kept.get(userId) ?? 0) + by
    if (amount === 0) kept.delete(userId)
    else kept.set(userId, amount)
  }

  async function refuseOverLimit(
    tx: Db,
    userId: string,
    before: number,
    by: number,
  ): Promise<void> {
    const used = before + (kept.get(userId) ?? 0)
    const limit = await limitOf(tx, sources, userId, quota)
    if (used + by > limit) throw quotaRefusal(quota, limit, used)
  }

  return {
    async change(tx: Db, userId: string, by: number): Promise<void> {
      const repository = createQuotasRepository(tx)
      if (by <= 0) return repository.subtract(userId, column, -by)
      const now = await repository.add(userId, column, by)
      await refuseOverLimit(tx, userId, now - by, by)
    },

    /** Throws the quota's refusal when there is not enough left. */
    async reserve(tx: Db, userId: string, amount: number): Promise<QuotaReservation> {
      const { [column]: used } = await createQuotasRepository(tx).lock(userId)
      await refuseOverLimit(tx, userId, used, amount)
      let left = amount
      keep(userId, left)
      return {
        async change(inner, owner, by) {
          await createQuotasRepository(inner).add(owner, column, by)
          const taken = Math.min(by, left)
          left -= taken
          keep(userId, -taken)
        },
        release() {
          keep(userId, -left)
          left = 0
        },
      }
    },
  }
}

async function limitOf(
  tx: Db,
  sources: QuotaSources,
  userId: string,
  quota: QuotaName,
): Promise<number> {
  const overrides = await createQuotasRepository(tx).overrides([userId])
  const own = overrides.get(userId)?.get(quota)
  if (own !== undefined) return own
  const plan = await sources.planOf(tx, userId)
  if (!plan) throw new DomainError('user_not_found')
  return PLAN_QUOTAS[plan][quota]
}
