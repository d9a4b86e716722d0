import type { RecipientState } from '@kirim/contract/campaigns'
import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import type { RecipientTable } from '../../../platform/database/schema/campaigns.ts'
import { walkRows } from '../../../platform/database/walk-rows.ts'
import { fold, searchTexts } from '../../../platform/search-text.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { CANCELLED, canBeRetried, cancelledMarks } from '../recipients/reasons.ts'

export type LedgerRow = Selectable<RecipientTable>

/** The maximum number of rows per statement. */
const ROWS_AT_ONCE = 1000

/** The reason of people who are held without an attempt. */
const UNTRIED = 'new_chats_limited'

/** States in which the network has accepted the message. */
const REACHED = ['sent', 'delivered', 'read'] as const satisfies readonly RecipientState[]

export interface LedgerFilter {
  readonly campaignId: string
  /** When its owner cancelled it: people who still wait count as skipped then. */
  readonly cancelledAt: number | null
  readonly state: RecipientState | null
  /** The stable code of a failure or a skip. */
  readonly reason: string | null
  /** `yes`: answered; `no`: reached and not answered. Null for everybody. */
  readonly answered: 'yes' | 'no' | null
  /** The search text for names and numbers; empty finds everybody. */
  readonly typed: string
}

/** People who share a state and a reason. */
export interface ReasonCount {
  readonly state: RecipientState
  readonly reason: string
  readonly people: number
}

export interface Partly {
  readonly sent: number
  readonly delivered: number
  readonly read: number
}

/** The outcomes of people who did not get the whole message. */
export interface Unreached {
  /** Why people failed or were skipped, the most frequent first. */
  readonly reasons: readonly ReasonCount[]
  /** Failed people who answered: the confirmation of their message was lost. */
  readonly answered: number
  /** How many of them received a part of the message, by how far it came. */
  readonly partly: Partly
}

/** The people of campaigns as their owner sees them, in the order they are written to. */
export function createLedgerPeopleRepository(db: Db) {
  const inOrder = (campaignId: string, after: number) =>
    db
      .selectFrom('recipients')
      .where('campaign_id', '=', campaignId)
      .where('position', '>', after)
      .orderBy('position')

  async function positionAfter(
    { campaignId }: LedgerFilter,
    after: number,
    rows: number,
  ): Promise<number | null> {
    const row = await inOrder(campaignId, after)
      .select('position')
      .offset(rows - 1)
      .limit(1)
      .executeTakeFirst()
    return row?.position ?? null
  }

  async function rowsBetween(
    filter: LedgerFilter,
    [after, upTo]: readonly [number, number | null],
    limit: number | null,
  ): Promise<LedgerRow[]> {
    const { campaignId, cancelledAt, answered } = filter
    const states = statesOf(filter)
    if (states?.length === 0) return []
    const rows = await inOrder(campaignId, after)
      .selectAll()
      .$if(upTo !== null, (query) => query.where('position', '<=', upTo ?? 0))
      .$if(states !== null, (query) => query.where('state', 'in', states ?? []))
      .$if(answered === 'yes', (query) => query.where('answered_at', 'is not', null))
      .$if(answered === 'no', (query) =>
        query.where('answered_at', 'is', null).where('state', 'in', REACHED),
      )
      .$if(limit !== null, (query) => query.limit(limit ?? 0))
      .execute()
    return rows.map((row) => asTheyStand(row, cancelledAt))
  }

  return {
    /**
     * At most `limit` people after a position. Without an index, such as for a reason or a search
     * text, it scans the ledger some rows at a time until it has enough.
     */
    async list(filter: LedgerFilter, after: number, limit: number): Promise<LedgerRow[]> {
      const texts = searchTexts(filter.typed)
      const { reason } = filter
      if (isIndexed(filter)) return rowsBetween(filter, [after, null], limit)
      const isWanted = (row: LedgerRow) =>
        (reason === null || row.reason === reason) && (texts.length === 0 || holdsOne(row, texts))
      return walkRows<LedgerRow, number>({
        from: after,
        limit,
        endOf: (from, rows) => positionAfter(filter, from ?? after, rows),
        async read(from, upTo, most) {
          const rows = await rowsBetween(filter, [from ?? after, upTo], null)
          return rows.filter(isWanted).slice(0, most)
        },
      })
    },

    /** The people at these positions. */
    async at(
      { id, cancelledAt }: Pick<Campaign, 'id' | 'cancelledAt'>,
      positions: readonly number[],
    ): Promise<LedgerRow[]> {
      const rows = await inOrder(id, -1).selectAll().where('position', 'in', positions).execute()
      return rows.map((row) => asTheyStand(row, cancelledAt))
    },

    async unreached(campaign: Pick<Campaign, 'id' | 'cancelledAt' | 'counts'>): Promise<Unreached> {
      const { id: campaignId } = campaign
      const counts = new Map<string, ReasonCount>()
      const partly = { sent: 0, delivered: 0, read: 0 }
      let answered = 0
      for (const state of ['failed', 'skipped'] as const) {
        const read = (after: number | null, limit: number) =>
          inOrder(campaignId, after ?? -1)
            .select(['position', 'reason', 'answered_at', 'sent_at', 'delivered_at', 'read_at'])
            .where('state', '=', state)
            .limit(limit)
            .execute()
        for await (const page of inPages(read, ({ position }) => position, null, ROWS_AT_ONCE)) {
          for (const row of page) {
            addOne(counts, state, row.reason ?? '')
            addPartly(partly, row)
            if (row.answered_at !== null) answered += 1
          }
        }
      }
      addWaiting(counts, campaign)
      const reasons = [...counts.values()].sort((one, other) => other.people - one.people)
      return { reasons, answered, partly }
    },

    /** How many messages the network accepted after a moment. */
    async sentSince(campaignId: string, since: number): Promise<number> {
      const { sent } = await db
        .selectFrom('recipients')
        .select(({ fn }) => fn.countAll<number | string>().as('sent'))
        .where('campaign_id', '=', campaignId)
        .where('sent_at', '>', since)
        .executeTakeFirstOrThrow()
      return Number(sent)
    },
  }
}

export type LedgerPeopleRepository = ReturnType<typeof createLedgerPeopleRepository>

function statesOf({ state, cancelledAt }: LedgerFilter): readonly RecipientState[] | null {
  return state === null ? null : storedAs(state, cancelledAt !== null)
}

/** Whether an index has exactly these people in their order. */
function isIndexed(filter: LedgerFilter): boolean {
  if (filter.reason !== null || searchTexts(filter.typed).length > 0) return false
  const states = statesOf(filter)
  if (filter.answered !== null) return filter.answered === 'yes' && states === null
  return states === null || states.length <= 1
}

/** The stored states of a shown state: people who wait in a cancelled campaign count as skipped. */
function storedAs(state: RecipientState, isCancelled: boolean): readonly RecipientState[] {
  if (state === 'queued') return isCancelled ? ['sending'] : ['queued', 'sending']
  if (!isCancelled) return [state]
  if (state === 'held') return []
  return state === 'skipped' ? ['skipped', 'queued', 'held'] : [state]
}

/** A row as its owner sees it: hides the earlier failure of people who wait for a retry. */
function asTheyStand(row: LedgerRow, cancelledAt: number | null): LedgerRow {
  if (row.state !== 'queued' && row.state !== 'held') return row
  if (cancelledAt !== null) {
    return { ...row, state: 'skipped', settled_at: cancelledAt, ...cancelledMarks(cancelledAt) }
  }
  if (!canBeRetried(row.reason)) return row
  const reason = row.state === 'held' ? UNTRIED : null
  return { ...row, reason, reason_params: '', settled_at: null }
}

function addOne(counts: Map<string, ReasonCount>, state: RecipientState, reason: string): void {
  const key = `${state} ${reason}`
  counts.set(key, { state, reason, people: (counts.get(key)?.people ?? 0) + 1 })
}

/** A read message was delivered, even if that receipt is missing. */
function addPartly(
  partly: { -readonly [step in keyof Partly]: Partly[step] },
  { sent_at, delivered_at, read_at }: Pick<LedgerRow, 'sent_at' | 'delivered_at' | 'read_at'>,
): void {
  const isRead = read_at !== null
  partly.sent += Number(sent_at !== null)
  partly.delivered += Number(isRead || delivered_at !== null)
  partly.read += Number(isRead)
}

/** People who still wait in a cancelled campaign. */
function addWaiting(
  counts: Map<string, ReasonCount>,
  { cancelledAt, counts: { skipped } }: Pick<Campaign, 'cancelledAt' | 'counts'>,
): void {
  if (cancelledAt === null) return
  const of = [...counts.values()].filter(({ state }) => state === 'skipped')
  const waiting = skipped - of.reduce((sum, { people }) => sum + people, 0)
  if (waiting <= 0) return
  const key = `skipped ${CANCELLED}`
  const people = (counts.get(key)?.people ?? 0) + waiting
  counts.set(key, { state: 'skipped', reason: CANCELLED, people })
}

function holdsOne({ name, phone_number }: LedgerRow, texts: readonly string[]): boolean {
  const key = `${fold(name)} ${phone_number}`
  return texts.some((text) => key.includes(text))
}
