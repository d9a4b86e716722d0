import { type Kysely, sql } from 'kysely'

/** Each user's counts limited by quotas, and the quotas that admins set for single users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('quota_use')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('contacts', 'bigint', (c) => c.notNull())
    .addColumn('media_bytes', 'bigint', (c) => c.notNull())
    .addColumn('calls', 'bigint', (c) => c.notNull())
    .addColumn('calls_day', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('quota_overrides')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('quota', 'text', (c) => c.notNull())
    .addColumn('most', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('quota_overrides_pk', ['user_id', 'quota'])
    .execute()
  await sql`
    insert into quota_use (user_id, contacts, media_bytes, calls, calls_day)
    select
      users.id,
      (select count(*) from contacts where contacts.user_id = users.id),
      (select coalesce(sum(file_size), 0) from media where media.user_id = users.id),
      0,
      ''
    from users
  `.execute(db)
}
