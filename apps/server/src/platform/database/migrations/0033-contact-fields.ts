import type { Kysely } from 'kysely'

/**
 * Fields and tags of contacts, and groups that fill themselves by a filter. What a person's fields
 * said when a campaign was frozen stays with the recipient. People are found in all campaigns by
 * their number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFields(db)
  await createTags(db)
  await db.schema.alterTable('contact_groups').addColumn('filter', 'text').execute()
  await db.schema.alterTable('contact_groups').addColumn('filled_at', 'bigint').execute()
  await db.schema.alterTable('recipients').addColumn('fields', 'text').execute()
  await db.schema
    .createIndex('recipients_person')
    .on('recipients')
    .columns(['user_id', 'phone_number'])
    .execute()
}

async function createFields(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contacts').addColumn('fields', 'text').execute()
  await db.schema.alterTable('contacts').addColumn('folded_fields', 'text').execute()
  await db.schema
    .createTable('contact_fields')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('contact_fields_key')
    .unique()
    .on('contact_fields')
    .columns(['user_id', 'key'])
    .execute()
}

async function createTags(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('contact_tags')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) =>
      column.notNull().references('users.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('erasing', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('contact_tags_name')
    .unique()
    .on('contact_tags')
    .columns(['user_id', 'name_key'])
    .execute()
  await db.schema
    .createTable('tag_members')
    .addColumn('tag_id', 'text', (column) =>
      column.notNull().references('contact_tags.id').onDelete('cascade'),
    )
    .addColumn('contact_id', 'text', (column) =>
      column.notNull().references('contacts.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('tag_members_key', ['tag_id', 'contact_id'])
    .execute()
  await db.schema
    .createIndex('tag_members_contact')
    .on('tag_members')
    .columns(['contact_id'])
    .execute()
}
