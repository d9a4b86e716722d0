import type { OptOutCounts, OptOutStanding } from '@kirim/contract/opt-outs'
import { OPT_OUT_CHANGES_MAX, OptOutStanding as Standings } from '@kirim/contract/opt-outs'
import type { Selectable } from 'kysely'
import { chunks, type Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { OptOutChangeTable, OptOutTable } from '../../platform/database/schema/opt-outs.ts'
import { holdsOne } from '../../platform/database/text-search.ts'
import { walkRows } from '../../platform/database/walk-rows.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Person } from './opt-outs.ports.ts'

export type StoredOptOut = Selectable<OptOutTable>
export type StoredChange = Selectable<OptOutChangeTable>

export interface OptOutFilter {
  readonly workspaceId: string
  readonly standing: OptOutStanding | null
  /** `search_key` must contain one of them (see `searchTexts`); an empty list matches all. */
  readonly texts: readonly string[]
}

/** The opt-outs of owners. */
export function createOptOutsRepository(db: Db) {
  /** When the opted-out numbers among these opted out. */
  async function outSinceAmong(
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, number>> {
    const all = await standingsAmong(db, workspaceId, phoneNumbers)
    const out = [...all].filter(([, { standing }]) => standing !== 'back')
    return new Map(out.map(([phoneNumber, { since }]) => [phoneNumber, since]))
  }

  return {
    /** Last change first, after the change `before`. */
    async list(
      filter: OptOutFilter,
      page: { before: string | null; limit: number },
    ): Promise<StoredOptOut[]> {
      if (filter.texts.length === 0) return read(db, filter, page.before, null, page.limit)
      return walkRows({
        from: page.before,
        limit: page.limit,
        endOf: (before, rows) => changeAfter(db, filter, before, rows),
        read: (before, upTo, limit) => read(db, filter, before, upTo, limit),
      })
    },

    async counts(workspaceId: string): Promise<OptOutCounts> {
      const rows = await db
        .selectFrom('opt_outs')
        .select((eb) => ['standing', eb.fn.countAll<number>().as('people')])
        .where('user_id', '=', workspaceId)
        .groupBy('standing')
        .execute()
      const counts = new Map(rows.map(({ standing, people }) => [standing, Number(people)]))
      return Object.fromEntries(
        Standings.options.map((standing) => [standing, counts.get(standing) ?? 0]),
      ) as OptOutCounts
    },

    /** Throws `opt_out_not_found`. */
    async require(workspaceId: string, id: string): Promise<StoredOptOut> {
      const row = await db
        .selectFrom('opt_outs')
        .selectAll()
        .where('id', '=', id)
        .where('user_id', '=', workspaceId)
        .executeTakeFirst()
      if (!row) throw new DomainError('opt_out_not_found')
      return row
    },

    /** The last change of each of these, by its id. */
    async lastChanges(of: readonly StoredOptOut[]): Promise<ReadonlyMap<string, StoredChange>> {
      if (of.length === 0) return new Map()
      const rows = await db
        .selectFrom('opt_out_changes')
        .selectAll()
        .where(
          'id',
          'in',
          of.map(({ last_change_id }) => last_change_id),
        )
        .execute()
      return new Map(rows.map((row) => [row.id, row]))
    },

    /** The newest `OPT_OUT_CHANGES_MAX` of one person, newest first. */
    async changes(optOutId: string): Promise<StoredChange[]> {
      return db
        .selectFrom('opt_out_changes')
        .selectAll()
        .where('opt_out_id', '=', optOutId)
        .orderBy('id', 'desc')
        .limit(OPT_OUT_CHANGES_MAX)
        .execute()
    },

    /** The opted-out numbers among these. */
    async outAmong(
      workspaceId: string,
      phoneNumbers: readonly string[],
    ): Promise<ReadonlySet<string>> {
      return new Set((await outSinceAmong(workspaceId, phoneNumbers)).keys())
    },
    outSinceAmong,

    /** The opted-out LIDs among these. */
    async lidsOutAmong(workspaceId: string, lids: readonly string[]): Promise<ReadonlySet<string>> {
      const out = new Set<string>()
      for (const some of chunks(lids)) {
        const rows = await db
          .selectFrom('opt_outs')
          .select('lid')
          .where('user_id', '=', workspaceId)
          .where('lid', 'in', some)
          .where('standing', '<>', 'back')
          .execute()
        for (const { lid } of rows) if (lid !== null) out.add(lid)
      }
      return out
    },
  }
}

export type OptOutsRepository = ReturnType<typeof createOptOutsRepository>

/** The rows of one person; two when number and LID are not known to belong together. */
export async function rowsOf(db: Db, person: Person): Promise<readonly StoredOptOut[]> {
  if (person.phoneNumber === null && person.lid === null) return []
  return ofPerson(db, person)
}

/** A null matches no row. */
const ofPerson = prepared((db, { workspaceId, phoneNumber, lid }: Person) =>
  db
    .selectFrom('opt_outs')
    .select(['id', 'user_id', 'phone_number', 'lid', 'name', 'username', 'search_key'])
    .select(['standing', 'since', 'last_change_id'])
    .where('user_id', '=', workspaceId)
    .where((eb) => eb.or([eb('phone_number', '=', phoneNumber), eb('lid', '=', lid)])),
)

/** The standing of the numbers among these that have a row. */
export async function standingsAmong(
  db: Db,
  workspaceId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, Pick<StoredOptOut, 'standing' | 'since'>>> {
  const standings = new Map<string, Pick<StoredOptOut, 'standing' | 'since'>>()
  for (const some of chunks(phoneNumbers)) {
    const rows = await db
      .selectFrom('opt_outs')
      .select(['phone_number', 'standing', 'since'])
      .where('user_id', '=', workspaceId)
      .where('phone_number', 'in', some)
      .execute()
    for (const { phone_number, ...row } of rows) {
      if (phone_number !== null) standings.set(phone_number, row)
    }
  }
  return standings
}

/** Whether a person has opted out. */
export async function isOut(db: Db, person: Person): Promise<boolean> {
  return (await rowsOf(db, person)).some(isLeftAlone)
}

export function isLeftAlone({ standing }: Pick<StoredOptOut, 'standing'>): boolean {
  return standing !== 'back'
}

function select(db: Db, { workspaceId, standing, texts }: OptOutFilter) {
  return db
    .selectFrom('opt_outs')
    .where('user_id', '=', workspaceId)
    .$if(standing !== null, (query) => query.where('standing', '=', standing ?? 'back'))
    .$if(texts.length > 0, (query) => query.where(holdsOne(texts)))
}

async function read(
  db: Db,
  filter: OptOutFilter,
  before: string | null,
  upTo: string | null,
  limit: number,
): Promise<StoredOptOut[]> {
  return select(db, filter)
    .selectAll()
    .$if(before !== null, (query) => query.where('last_change_id', '<', before ?? ''))
    .$if(upTo !== null, (query) => query.where('last_change_id', '>=', upTo ?? ''))
    .orderBy('last_change_id', 'desc')
    .limit(limit)
    .execute()
}

/** The change this many rows further down the list; null when there are fewer. */
async function changeAfter(
  db: Db,
  filter: OptOutFilter,
  before: string | null,
  rows: number,
): Promise<string | null> {
  const row = await select(db, { ...filter, texts: [] })
    .select('last_change_id')
    .$if(before !== null, (query) => query.where('last_change_id', '<', before ?? ''))
    .orderBy('last_change_id', 'desc')
    .offset(rows - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.last_change_id ?? null
}
