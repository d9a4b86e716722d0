import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { elements, textAt } from '../../platform/database/json-rows.ts'
import { newId } from '../../platform/ids.ts'
import { type Change, searchKey, toColumns } from './change.ts'
import { countChanges } from './opt-out-totals.ts'

export interface NamedNumber {
  readonly phoneNumber: string
  readonly name: string
}

interface FirstOptOut extends Change {
  readonly change: 'out'
}

/** Opts out people who have no row yet, each number once, in two statements. */
export async function writeFirstChanges(
  tx: Db,
  workspaceId: string,
  people: readonly NamedNumber[],
  change: FirstOptOut,
): Promise<void> {
  const rows = people.map(({ phoneNumber, name }) => [
    // Not `newIds`, which may be ahead of the clock and so of a change right after.
    ...[newId(), newId(), phoneNumber, name],
    searchKey(name, phoneNumber),
  ])
  const each = elements(tx, JSON.stringify(rows))
  await insertPeople(tx, workspaceId, each, change)
  await insertChanges(tx, each, change)
  await countChanges(tx, workspaceId, rows.length)
}

const [id, changeId, phoneNumber, name, key] = [0, 1, 2, 3, 4].map(textAt)

async function insertPeople(
  tx: Db,
  workspaceId: string,
  each: RawBuilder<unknown>,
  { how, at }: FirstOptOut,
): Promise<void> {
  const columns = ['id', 'last_change_id', 'phone_number', 'name', 'search_key'] as const
  await tx
    .insertInto('opt_outs')
    .columns([...columns, 'user_id', 'standing', 'since'])
    .expression(sql`
      select ${sql.join([id, changeId, phoneNumber, name, key])},
        cast(${workspaceId} as text), cast(${how} as text), cast(${at} as bigint)
      from ${each} where true
    `)
    .execute()
}

async function insertChanges(
  tx: Db,
  each: RawBuilder<unknown>,
  change: FirstOptOut,
): Promise<void> {
  const { at, ...texts } = toColumns(change)
  const columns = Object.keys(texts) as (keyof typeof texts)[]
  await tx
    .insertInto('opt_out_changes')
    .columns(['id', 'opt_out_id', 'at', ...columns])
    .expression(sql`
      select ${changeId}, ${id}, cast(${at} as bigint),
        ${sql.join(columns.map((column) => sql`cast(${texts[column]} as text)`))}
      from ${each} where true
    `)
    .execute()
}
