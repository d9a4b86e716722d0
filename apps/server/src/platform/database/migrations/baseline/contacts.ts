import { type Kysely, sql } from 'kysely'
import {
  belongsTo,
  bigint,
  createIndexes,
  id,
  integer,
  keyOf,
  optional,
  tablesOf,
  text,
  withDefault,
} from './build-table.ts'

export async function createContacts(db: Kysely<unknown>): Promise<void> {
  const table = tablesOf(db)
  await table(
    'contacts',
    {
      id,
      user_id: belongsTo('users'),
      name: text,
      phone_number: text,
      search_key: text,
      created_at: bigint,
      sort_key: withDefault(text, ''),
      fields: optional.text,
      folded_fields: optional.text,
      lid: optional.text,
      network_number: optional.text,
    },
    { unique: { contacts_owner_number: ['user_id', 'phone_number'] } },
  )
  await table(
    'contact_groups',
    {
      id,
      user_id: belongsTo('users'),
      name: text,
      name_key: text,
      contact_count: integer,
      created_at: bigint,
      erasing: withDefault(integer, 0),
      filter: optional.text,
      filled_at: optional.bigint,
    },
    { unique: { contact_groups_owner_name: ['user_id', 'name_key'] } },
  )
  await table(
    'group_members',
    { group_id: belongsTo('contact_groups'), contact_id: belongsTo('contacts') },
    { primaryKey: { group_members_pk: ['group_id', 'contact_id'] } },
  )
  await table('contact_fields', {
    id,
    user_id: belongsTo('users'),
    key: text,
    label: text,
    state: text,
  })
  await table('contact_tags', {
    id,
    user_id: belongsTo('users'),
    name: text,
    name_key: text,
    erasing: withDefault(integer, 0),
  })
  await table(
    'tag_members',
    { tag_id: belongsTo('contact_tags'), contact_id: belongsTo('contacts') },
    { primaryKey: { tag_members_key: ['tag_id', 'contact_id'] } },
  )
  await table(
    'network_names',
    { user_id: belongsTo('users'), phone_number: text, name: text },
    { primaryKey: { network_names_pk: ['user_id', 'phone_number'] } },
  )
  await table(
    'number_checks',
    {
      user_id: belongsTo('users'),
      phone_number: text,
      on_whatsapp: integer,
      jid: optional.text,
      device_name: text,
      checked_at: optional.bigint,
      wanted_on: optional.text,
    },
    { primaryKey: { number_checks_pk: ['user_id', 'phone_number'] } },
  )
  await table('opt_outs', {
    id,
    user_id: belongsTo('users'),
    phone_number: optional.text,
    lid: optional.text,
    name: text,
    search_key: text,
    standing: text,
    since: bigint,
    last_change_id: text,
  })
  await table('opt_out_changes', {
    id,
    opt_out_id: belongsTo('opt_outs'),
    change: text,
    how: text,
    at: bigint,
    device_name: text,
    message_id: optional.text,
    word: text,
    campaign_name: text,
    reason: text,
    file_name: text,
  })
  await table('opt_out_settings', {
    user_id: keyOf('users'),
    words: text,
    answer: text,
    line_by_default: integer,
  })
  await createIndexes(db, [
    sql`create index contacts_by_name on contacts (user_id, sort_key, id)`,
    sql`create unique index contacts_lid on contacts (user_id, lid)`,
    sql`create index contacts_network_number on contacts (user_id, network_number)`,
    sql`create index contacts_page on contacts (user_id, id)`,
    sql`create index group_members_contact on group_members (contact_id)`,
    sql`create unique index contact_fields_key on contact_fields (user_id, key)`,
    sql`create unique index contact_tags_name on contact_tags (user_id, name_key)`,
    sql`create index tag_members_contact on tag_members (contact_id)`,
    sql`create index number_checks_age on number_checks (checked_at)`,
    sql`create index number_checks_wanted
      on number_checks (wanted_on, phone_number) where wanted_on is not null`,
    sql`create unique index opt_outs_last on opt_outs (user_id, last_change_id)`,
    sql`create unique index opt_outs_lid on opt_outs (user_id, lid)`,
    sql`create unique index opt_outs_number on opt_outs (user_id, phone_number)`,
    sql`create unique index opt_outs_standing on opt_outs (user_id, standing, last_change_id)`,
    sql`create index opt_out_changes_person on opt_out_changes (opt_out_id, id)`,
  ])
}
