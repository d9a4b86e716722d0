import type { Kysely } from 'kysely'

/** Accounts, devices, contacts, media, bulk campaigns and their ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await accounts(db)
  await devices(db)
  await contacts(db)
  await media(db)
  await campaigns(db)
  await ledger(db)
}

async function accounts(db: Kysely<unknown>) {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull().unique())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('membership_plan', 'text', (c) => c.notNull())
    .addColumn('default_country', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('tokens')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('tokens_user').on('tokens').column('user_id').execute()
  await db.schema
    .createTable('user_totals')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('total', 'bigint', (c) => c.notNull())
    .addColumn('sent', 'bigint', (c) => c.notNull())
    .addColumn('failed', 'bigint', (c) => c.notNull())
    .execute()
}

async function devices(db: Kysely<unknown>) {
  await db.schema
    .createTable('devices')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('number', 'text', (c) => c.notNull())
    .addColumn('lid', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('wanted', 'integer', (c) => c.notNull())
    .addColumn('logged_out', 'integer', (c) => c.notNull())
    .addColumn('removed', 'integer', (c) => c.notNull())
    .addColumn('linked_at', 'bigint', (c) => c.notNull())
    .addColumn('connected_at', 'bigint')
    .addColumn('last_sent_at', 'bigint')
    .addUniqueConstraint('devices_owner_number', ['user_id', 'number'])
    .execute()
  await db.schema
    .createTable('device_credentials')
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('device_credentials_pk', ['device_id', 'kind', 'name'])
    .execute()
}

async function contacts(db: Kysely<unknown>) {
  await db.schema
    .createTable('contacts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone_number', 'text', (c) => c.notNull())
    .addColumn('search_key', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('contacts_owner_number', ['user_id', 'phone_number'])
    .execute()
  await db.schema.createIndex('contacts_page').on('contacts').columns(['user_id', 'id']).execute()
  await db.schema
    .createTable('contact_groups')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_key', 'text', (c) => c.notNull())
    .addColumn('contact_count', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('contact_groups_owner_name', ['user_id', 'name_key'])
    .execute()
  await db.schema
    .createTable('group_members')
    .addColumn('group_id', 'text', (c) =>
      c.notNull().references('contact_groups.id').onDelete('cascade'),
    )
    .addColumn('contact_id', 'text', (c) =>
      c.notNull().references('contacts.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('group_members_pk', ['group_id', 'contact_id'])
    .execute()
  await db.schema
    .createIndex('group_members_contact')
    .on('group_members')
    .column('contact_id')
    .execute()
}

async function media(db: Kysely<unknown>) {
  await db.schema
    .createTable('media')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('original_name', 'text', (c) => c.notNull())
    .addColumn('file_name', 'text', (c) => c.notNull().unique())
    .addColumn('file_type', 'text', (c) => c.notNull())
    .addColumn('file_size', 'bigint', (c) => c.notNull())
    .addColumn('in_library', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('media_owner').on('media').columns(['user_id', 'id']).execute()
}

async function campaigns(db: Kysely<unknown>) {
  let table = db.schema
    .createTable('campaigns')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('devices.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('enable_link', 'integer', (c) => c.notNull())
    .addColumn('url_link', 'text', (c) => c.notNull())
    .addColumn('caption', 'text', (c) => c.notNull())
    .addColumn('group_id', 'text', (c) => c.references('contact_groups.id').onDelete('set null'))
    .addColumn('group_name', 'text', (c) => c.notNull())
    .addColumn('scheduled_at', 'bigint')
    .addColumn('min_interval_s', 'integer', (c) => c.notNull())
    .addColumn('max_interval_s', 'integer', (c) => c.notNull())
    .addColumn('schedule_type', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
  for (const state of ['queued', 'sending', 'sent', 'delivered', 'read', 'failed', 'skipped']) {
    table = table.addColumn(state, 'integer', (c) => c.notNull().defaultTo(0))
  }
  await table.execute()
  await db.schema
    .createIndex('campaigns_owner')
    .on('campaigns')
    .columns(['user_id', 'id'])
    .execute()
  await db.schema.createIndex('campaigns_device').on('campaigns').column('device_id').execute()
  await db.schema.createIndex('campaigns_group').on('campaigns').column('group_id').execute()
  await db.schema
    .createTable('campaign_media')
    .addColumn('campaign_id', 'text', (c) =>
      c.notNull().references('campaigns.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('media_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
    .addColumn('uploaded', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('campaign_media_pk', ['campaign_id', 'position'])
    .execute()
  await db.schema
    .createIndex('campaign_media_media')
    .on('campaign_media')
    .column('media_id')
    .execute()
}

async function ledger(db: Kysely<unknown>) {
  await db.schema
    .createTable('recipients')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('campaign_id', 'text', (c) =>
      c.notNull().references('campaigns.id').onDelete('cascade'),
    )
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone_number', 'text', (c) => c.notNull())
    .addColumn('jid', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('sent_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .addColumn('read_at', 'bigint')
    .addUniqueConstraint('recipients_once', ['campaign_id', 'phone_number'])
    .execute()
  await db.schema
    .createIndex('recipients_next')
    .on('recipients')
    .columns(['campaign_id', 'state', 'position'])
    .execute()
  await db.schema
    .createTable('messages')
    .addColumn('device_id', 'text', (c) => c.notNull())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('recipient_id', 'text', (c) =>
      c.notNull().references('recipients.id').onDelete('cascade'),
    )
    .addColumn('part', 'integer', (c) => c.notNull())
    .addColumn('jid', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('media_id', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('messages_pk', ['device_id', 'message_id'])
    .execute()
  await db.schema.createIndex('messages_media').on('messages').column('media_id').execute()
  await db.schema.createIndex('messages_recipient').on('messages').column('recipient_id').execute()
  await db.schema
    .createTable('network_names')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('phone_number', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('network_names_pk', ['user_id', 'phone_number'])
    .execute()
}
