import { createWorkspacesRepository } from '../features/workspaces/workspaces.repository.ts'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'

/** Inserts a person with a workspace of one. Returns the id of both. */
export async function seedUser(db: Db, id = newId()): Promise<string> {
  await db
    .insertInto('users')
    .values({
      id,
      name: 'Siti',
      email: `${id}@example.com`,
      email_key: `${id}@example.com`,
      password_hash: '',
      role: 'user',
      created_at: 0,
      workspace_id: id,
    })
    .execute()
  await createWorkspacesRepository(db).add({ id, name: 'Siti', ownerId: id, now: 0 })
  await db.insertInto('user_totals').values({ user_id: id, total: 0, sent: 0, failed: 0 }).execute()
  return id
}

/** Inserts a linked number of the user. Returns its id. */
export async function seedDevice(
  db: Db,
  workspaceId: string,
  number = '60123456789',
): Promise<string> {
  const id = newId()
  await db
    .insertInto('devices')
    .values({
      id,
      user_id: workspaceId,
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
