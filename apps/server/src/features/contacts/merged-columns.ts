import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Database } from '../../platform/database/schema.ts'
import { searchableName, sortKeyOf } from '../../platform/search-text.ts'
import { mergedValues } from './details/field-values.ts'

type Merging = ExpressionBuilder<
  Database & { excluded: Database['contacts'] },
  'contacts' | 'excluded'
>

/** The columns that a name fills. */
export function namedColumns(name: string, phoneNumber: string) {
  const folded = searchableName(name)
  return { name, search_key: `${folded} ${phoneNumber}`, sort_key: sortKeyOf(folded) }
}

/** A known contact with what is now said of them: what they have in other fields stays. */
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
 * A contact without a name has the number as its name, which must not replace a known name; a known
 * name is replaced only with `takeNames`.
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
