import { chunks, type Db } from '../../apps/server/src/platform/database/database.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { searchableText, sortKey } from '../../apps/server/src/platform/search-text.ts'

/** Inserts a linked number that is never contacted. */
export async function seedDevice(db: Db, workspaceId: string, n = 0): Promise<string> {
  const id = newId()
  await db
    .insertInto('devices')
    .values({
      id,
      user_id: workspaceId,
      number: `6011${String(n).padStart(8, '0')}`,
      lid: null,
      name: `Number ${n}`,
      wanted: 1,
      logged_out: 0,
      removed: 0,
      linked_at: Date.now(),
      connected_at: null,
      last_sent_at: null,
    })
    .execute()
  return id
}

const FIRST = ['Aisyah', 'Bala', 'Chong', 'Devi', 'Ewan', 'Farah', 'Ganesh', 'Hui', 'Imran', 'Jaya']
const LAST = ['Abdullah', 'Bakar', 'Chandran', 'Danial', 'Eng', 'Fernandez', 'Goh', 'Hassan']

export function nameOf(n: number): string {
  return `${FIRST[n % FIRST.length]} ${LAST[(n >> 3) % LAST.length]} ${n}`
}

/** Phone numbers that are not in sorted order. */
export function numberOf(n: number): string {
  return `601${String((n * 7_368_787) % 100_000_000).padStart(8, '0')}`
}

/** Inserts a group with the given number of contacts. */
export async function seedGroup(db: Db, workspaceId: string, people: number): Promise<string> {
  const groupId = newId()
  const now = Date.now()
  await db
    .insertInto('contact_groups')
    .values({
      id: groupId,
      user_id: workspaceId,
      name: 'Everybody',
      name_key: 'everybody',
      contact_count: people,
      created_at: now,
      erasing: 0,
    })
    .execute()
  const all = Array.from({ length: people }, (_, n) => ({
    id: newId(),
    user_id: workspaceId,
    name: nameOf(n),
    phone_number: numberOf(n),
    search_key: searchableText(nameOf(n), numberOf(n)),
    sort_key: sortKey(nameOf(n)),
    created_at: now,
  }))
  for (const rows of chunks(all)) {
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('contacts').values(rows).execute()
      await tx
        .insertInto('group_members')
        .values(rows.map(({ id }) => ({ group_id: groupId, contact_id: id })))
        .execute()
    })
  }
  await db
    .insertInto('quota_use')
    .values({ user_id: workspaceId, contacts: people, media_bytes: 0, calls: 0, calls_day: '' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ contacts: people }))
    .execute()
  return groupId
}

/** The form of a campaign to a group. */
export function campaignTo(groupId: string, { gapSeconds: [least, most] = [4, 5] } = {}): FormData {
  const fields = {
    campaignName: 'Promo',
    statusEnabled: 'true',
    caption: 'Hello [name]',
    contactGroupId: groupId,
    minIntervalSeconds: String(least),
    maxIntervalSeconds: String(most),
    campaignScheduleType: 'anytime',
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}
