import type { Db } from '../../platform/database/database.ts'

/** Settings of the whole server, by name, which admins change. */
export function createServerSettings(db: Db) {
  return {
    /** Null until it is set. */
    async read(name: string): Promise<string | null> {
      const row = await db
        .selectFrom('server_settings')
        .select('value')
        .where('name', '=', name)
        .executeTakeFirst()
      return row?.value ?? null
    },

    async write(name: string, value: string): Promise<void> {
      await db
        .insertInto('server_settings')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute()
    },
  }
}
