import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'

/** Inserts a user. Returns their id. */
export async function seedUser(db: Db): Promise<string> {
  const id = newId()
  await db
    .insertInto('users')
    .values({
      id,
      name: 'Siti',
      email: `${id}@example.com`,
      email_key: `${id}@example.com`,
      password_hash: '',
      role: 'user',
      membership_plan: 'Free',
      default_country: '',
      created_at: 0,
    })
    .execute()
  await db.insertInto('user_totals').values({ user_id: id, total: 0, sent: 0, failed: 0 }).execute()
  return id
}

/** Inserts a linked number of the user. Returns its id. */
export async function seedDevice(db: Db, userId: string, number = '60123456789'): Promise<string> {
  const id = newId()
  await db
    .insertInto('devices')
    .values({
      id,
      user_id: userId,
      number,
      lid: null,
      name: 'Shop',
      wanted: 1,
      logged_out: 0,
      removed: 0,
      linked_at: 0,
      connected_at: null,
      last_sent_at: null,
    })
    .execute()
  return id
}
