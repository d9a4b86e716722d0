import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { campaignRow } from '../../apps/server/src/testing/campaign-row.ts'

interface Owned {
  readonly userId: string
  readonly deviceId: string
  readonly groupId: string
}

/** What became of people, in turn: how it stands with each, and why. */
const ENDED = [
  ['read', null],
  ['sent', null],
  ['delivered', null],
  ['read', null],
  ['failed', 'no_answer'],
  ['failed', 'refused_463'],
  ['skipped', 'opted_out'],
  ['failed', 'message_failed'],
] as const

const TAGS = ['VIP', 'New', 'Lapsed']
const FIELDS = ['city', 'note', 'order']

/** Values, and tags that every contact, a few and one in a thousand have. */
export async function seedDetails(db: Db, userId: string): Promise<string[]> {
  const city = sql`'"city":"Bangi ' || rowid || '"'`
  const note = sql`'"note":"' || replace(hex(zeroblob(90)), '00', 'ab') || '"'`
  const order = sql`'"order":"' || (rowid * 7) || '"'`
  await sql`
    update contacts set fields = '{' || ${city} || ',' || ${note} || ',' || ${order} || '}',
      folded_fields = lower('{' || ${city} || ',' || ${note} || ',' || ${order} || '}')
    where user_id = ${userId}
  `.execute(db)
  for (const key of FIELDS) {
    await db
      .insertInto('contact_fields')
      .values({ id: newId(), user_id: userId, key, label: key, state: 'used' })
      .execute()
  }
  const ids: string[] = []
  for (const [n, name] of TAGS.entries()) {
    const id = newId()
    ids.push(id)
    await db
      .insertInto('contact_tags')
      .values({ id, user_id: userId, name, name_key: name.toLowerCase() })
      .execute()
    await sql`
      insert into tag_members (tag_id, contact_id)
      select ${id}, id from contacts where user_id = ${userId} and rowid % ${1000 ** n} = 0
    `.execute(db)
  }
  return ids
}

/** A campaign to everybody in a group that has ended, in two wordings and with every outcome. */
export async function seedEnded(db: Db, { userId, deviceId, groupId }: Owned): Promise<string> {
  const id = newId()
  const now = Date.now()
  const settled = (of: 0 | 1) =>
    sql.join(
      [...ENDED.entries()].map(([n, row]) => sql`when ${sql.lit(n)} then ${sql.lit(row[of])}`),
      sql` `,
    )
  const variants = JSON.stringify([{ letter: 'B', caption: 'Hi [name]', removed: false }])
  await db
    .insertInto('campaigns')
    .values(
      campaignRow(
        {
          ...{ id, user_id: userId, device_id: deviceId, created_at: now, updated_at: now },
          ...{ started_at: now - 3_600_000, ended_at: now, variants },
        },
        { name: 'Ended', groupId },
      ),
    )
    .execute()
  await sql`
    insert into recipients (id, campaign_id, user_id, position, name, phone_number, fields, jid, state,
      reason, variant, settled_at, sent_at, delivered_at, read_at, answered_at)
    select ${id} || ':' || phone_number, ${id}, user_id, n + 1, name, phone_number, fields,
      phone_number || '@s.whatsapp.net', case n % 8 ${settled(0)} end, case n % 8 ${settled(1)} end, n % 2,
      ${sql.lit(now)}, case when n % 8 < 4 then ${sql.lit(now)} - n end,
      case when n % 8 in (0, 2, 3) then ${sql.lit(now)} end, case when n % 8 in (0, 3) then ${sql.lit(now)} end,
      case when n % 16 = 0 then ${sql.lit(now)} end
    from (select contacts.*, row_number() over (order by id) - 1 as n from contacts where user_id = ${userId})
  `.execute(db)
  await sql`
    insert into outgoing (device_id, message_id, user_id, origin, origin_id, part, jid, text,
      presence_seconds, state, may_have_left, attempts, created_at)
    select ${deviceId}, id, user_id, 'campaign', id, 0, jid, 'Hello ' || name, 0, state, 1, 0, ${sql.lit(now)}
    from recipients where campaign_id = ${id} and state <> 'skipped'
  `.execute(db)
  await sql`
    update campaigns set answered = (select count(*) from recipients where campaign_id = ${id} and answered_at is not null),
      ${sql.join(
        (['sent', 'delivered', 'read', 'failed', 'skipped'] as const).map(
          (state) =>
            sql`${sql.ref(state)} = (select count(*) from recipients where campaign_id = ${id} and state = ${state})`,
        ),
      )}
    where id = ${id}
  `.execute(db)
  return id
}

/** People who are left alone; none of them is a contact. */
export async function seedOptOuts(db: Db, userId: string, people: number): Promise<void> {
  await sql`
    insert into opt_outs (id, user_id, phone_number, lid, name, search_key, standing, since, last_change_id)
    with recursive people (n) as (select 0 union all select n + 1 from people where n < ${sql.lit(people - 1)})
    select printf('out-%08d', n), ${userId}, '6018' || (10000000 + n), null, 'Person ' || n, 'person ' || n || ' 6018' || (10000000 + n),
      case when n % 10 = 0 then 'back' when n % 3 = 0 then 'import' else 'message' end, ${sql.lit(Date.now())}, printf('change-%08d', n)
    from people
  `.execute(db)
  await sql`
    insert into opt_out_changes (id, opt_out_id, change, how, at, device_name, message_id, word, campaign_name, reason, file_name)
    select last_change_id, id, case standing when 'back' then 'back' else 'out' end, 'message', since, 'Shop', null, 'STOP', 'Ended', '', ''
    from opt_outs where user_id = ${userId}
  `.execute(db)
}
