import { type Kysely, sql } from 'kysely'

const INDEXES = [
  { name: 'contacts_lid', column: 'lid', isUnique: true },
  { name: 'contacts_network_number', column: 'network_number', isUnique: false },
] as const

/** Most contacts have neither, so adding one writes to none of these indexes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { name, column, isUnique } of INDEXES) {
    await db.schema.dropIndex(name).execute()
    const index = db.schema.createIndex(name).on('contacts').columns(['user_id', column])
    await (isUnique ? index.unique() : index).where(sql.ref(column), 'is not', null).execute()
  }
}
