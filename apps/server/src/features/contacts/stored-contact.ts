import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Values } from './contact-columns.ts'
import { mergedValues, readValues } from './details/field-values.ts'

export interface StoredContact {
  readonly id: string
  readonly name: string
  readonly phoneNumber: string
  readonly createdAt: number
  /** The sort key of the name. */
  readonly sortKey: string
  readonly values: Values
}

/** The columns that `toContact` reads. */
export const CONTACT_COLUMNS = [
  'contacts.id',
  'contacts.name',
  'contacts.phone_number',
  'contacts.sort_key',
  'contacts.created_at',
  'contacts.fields',
] as const

export function toContact(row: {
  id: string
  name: string
  phone_number: string
  sort_key: string
  created_at: number
  fields: string | null
}): StoredContact {
  return {
    id: row.id,
    name: row.name,
    phoneNumber: row.phone_number,
    sortKey: row.sort_key,
    createdAt: row.created_at,
    values: readValues(row.fields),
  }
}

type Merging = ExpressionBuilder<
  Database & { excluded: Database['contacts'] },
  'contacts' | 'excluded'
>

/** The columns of a known contact merged with an imported row; values of other fields stay. */
export function mergedColumns(db: Db, takeNames: boolean) {
  return (eb: Merging) => ({
    name: mergedColumn(eb, 'name', takeNames),
    search_key: mergedColumn(eb, 'search_key', takeNames),
    sort_key: mergedColumn(eb, 'sort_key', takeNames),
    fields: mergedValues(db, sql.ref('contacts.fields'), sql.ref('excluded.fields')),
    folded_fields: mergedValues(
      db,
      sql.ref('contacts.folded_fields'),
      sql.ref('excluded.folded_fields'),
    ),
  })
}

/**
 * An unnamed contact has its number as its name, which never replaces a real name; a real name is
 * replaced only with `takeNames`.
 */
function mergedColumn(eb: Merging, column: 'name' | 'search_key' | 'sort_key', takeNames: boolean) {
  const unnamed = takeNames ? 'excluded' : 'contacts'
  const [then, otherwise] = takeNames
    ? (['contacts', 'excluded'] as const)
    : (['excluded', 'contacts'] as const)
  return eb
    .case()
    .when(`${unnamed}.name`, '=', eb.ref(`${unnamed}.phone_number`))
    .then(eb.ref(`${then}.${column}`))
    .else(eb.ref(`${otherwise}.${column}`))
    .end()
}
