import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chunks, type Db } from '../../platform/database/database.ts'
import { indexPendingTexts } from '../../platform/database/pending-texts.ts'
import { FEW_RESULTS, SHORT_LIST } from '../../platform/database/text-search.ts'
import { newId } from '../../platform/ids.ts'
import { searchableText, searchTexts, sortKey } from '../../platform/search-text.ts'
import { contactListsOn } from '../../testing/contact-lists.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { queryPlans } from '../../testing/query-plans.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { type ContactFilter, type ContactOrder, placeOf } from './contact-lists.repository.ts'
import type { StoredContact } from './stored-contact.ts'

/** More than are walked at once, and more results than are sorted. */
const PEOPLE = 4500
const ORDERS: readonly ContactOrder[] = [
  { by: 'createdAt', descending: true },
  { by: 'createdAt', descending: false },
  { by: 'name', descending: false },
  { by: 'phoneNumber', descending: true },
]

const LISTED = {
  SQLite: {
    createdAt: /^SEARCH contacts USING INDEX contacts_page \(user_id=\? AND id[<>]/,
    name: /^SEARCH contacts USING INDEX contacts_by_name \(user_id=\? AND \(sort_key,id\)/,
    phoneNumber: /^SEARCH contacts USING INDEX sqlite_autoindex_contacts_2 \(user_id=\? AND phone/,
  },
  PostgreSQL: {
    createdAt: /^Index Scan (Backward )?using contacts_(pkey|page) on contacts/,
    name: /^Index Scan (Backward )?using contacts_by_name on contacts/,
    phoneNumber: /^Index Scan (Backward )?using contacts_owner_number on contacts/,
  },
}

const WALKED = {
  name: /^SEARCH contacts USING INDEX contacts_by_name \(user_id=\?\)/,
  phoneNumber: /^SEARCH contacts USING INDEX sqlite_autoindex_contacts_2 \(user_id=\?\)/,
}

describe.each(engines)('searching many contacts on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let groupId: string
  let people: readonly Person[]

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    people = await seedPeople(db, workspaceId)
    await db
      .insertInto('quota_use')
      .values({ user_id: workspaceId, contacts: PEOPLE, media_bytes: 0, calls: 0, calls_day: '' })
      .execute()
    await seedPeople(db, await seedUser(db))
    groupId = await seedHalf(db, workspaceId, people)
  })
  afterAll(() => close())

  const lists = () => contactListsOn(db)
  const inGroup = ({ n }: Person) => n % 2 === 0

  const isCountedBy = ({ groupId: group, texts, among }: ContactFilter, finds: number) => {
    const all = group === null ? people.length : people.filter(inGroup).length
    if (texts.length === 0 || all <= SHORT_LIST) return true
    return engine === 'SQLite' ? among !== undefined : finds <= FEW_RESULTS
  }

  test.each([
    ['everybody who is there', ''],
    ['one person', 'person 4321'],
    ['few', 'rare'],
    ['many', 'person 1'],
    ['everybody', '6019'],
    ['those at the far end', 'early'],
    ['nobody', 'nobody here'],
    ['two letters that few have', 'xq'],
    ['two letters that all have', 'pe'],
    ['a number or a text', '+60 19-000'],
    ['signs that mean something to a database', '100%_"\\'],
  ])('finds %s, in any order and page by page', async (_what, typed) => {
    const texts = searchTexts(typed)
    for (const group of [null, groupId]) {
      const filter = await lists().narrow(workspaceId, { groupId: group, texts })
      const expected = people.filter(
        (person) => (group === null || inGroup(person)) && holdsOne(person, texts),
      )
      for (const order of ORDERS) {
        const ids = expected.toSorted(byOrder(order)).map(({ id }) => id)
        const first = await lists().list(workspaceId, filter, { order, after: null, limit: 30 })
        expect(first.map(({ id }) => id)).toEqual(ids.slice(0, 30))
        const last = first.at(-1)
        if (!last) continue
        const after = placeOf(last, order)
        const second = await lists().list(workspaceId, filter, { order, after, limit: 5000 })
        expect(second.map(({ id }) => id)).toEqual(ids.slice(30))
      }
      const isCounted = isCountedBy(filter, expected.length)
      expect(await lists().count(workspaceId, filter)).toBe(isCounted ? expected.length : null)
    }
  })

  test('walks the index of each order, and PostgreSQL finds a name by that of parts', async () => {
    if (engine === 'PostgreSQL') await indexPendingTexts(db)
    await sql`analyze contacts`.execute(db)
    const plans = (texts: readonly string[], order: ContactOrder) =>
      queryPlans(db, (asked) => {
        const place = order.by === 'name' ? ['6', 'g'] : ['6']
        const after = texts.length === 0 ? place : null
        const page = { order, after, limit: 10 }
        return contactListsOn(asked).list(workspaceId, { groupId: null, texts }, page)
      })
    for (const order of ORDERS) {
      for (const line of await plans([], order)) expect(line).toMatch(LISTED[engine][order.by])
      if (engine === 'PostgreSQL') {
        expect(await plans(['person 4321'], order)).toContain('Bitmap Index Scan on contacts_parts')
      }
    }
  })

  test('finds what somebody is called now, and nobody who is gone', async () => {
    const found = async (typed: string) => {
      const filter = await lists().narrow(workspaceId, { groupId: null, texts: searchTexts(typed) })
      const order = { by: 'createdAt', descending: true } as const
      const rows = await lists().list(workspaceId, filter, { order, after: null, limit: 10 })
      expect(await lists().count(workspaceId, filter)).toBe(rows.length)
      return rows.map(({ id }) => id)
    }
    const [extra] = await insert(db, workspaceId, [{ n: PEOPLE, name: 'Zulaikha', number: '6011' }])
    const id = extra?.id ?? ''
    expect(await found('zulaikha')).toEqual([id])
    await db.updateTable('contacts').set({ search_key: 'qistina' }).where('id', '=', id).execute()
    expect(await found('zulaikha')).toEqual([])
    expect(await found('qistina')).toEqual([id])
    await db.deleteFrom('contacts').where('id', '=', id).execute()
    expect(await found('qistina')).toEqual([])
  })
})

test('what an index finds is neither walked to nor counted row by row', async () => {
  const { db, close } = await freshDatabase('SQLite')
  try {
    const plans = await queryPlans(db, async (asked) => {
      const lists = contactListsOn(asked)
      for (const groupId of [null, 'group']) {
        const filter = await lists.narrow('user', { groupId, texts: ['aisyah'] })
        for (const order of ORDERS) {
          await lists.list('user', filter, { order, after: null, limit: 10 })
        }
        await lists.count('user', filter)
      }
      await lists.count('user', { groupId: null, texts: [] })
    })
    const found = plans.filter((line) => / contacts /.test(line))
    expect(found.length).toBeGreaterThanOrEqual(2 * ORDERS.length)
    for (const line of found) {
      expect(line).toMatch(/^SEARCH contacts USING INDEX contacts_text \(text_no=\?\)/)
    }
    for (const line of plans.filter((line) => /group_members/.test(line))) {
      expect(line).toMatch(/^SEARCH group_members .*\(group_id=\? AND contact_id=\?\)/)
    }
    for (const line of plans.filter((line) => /search_texts/.test(line))) {
      expect(line).toMatch(/VIRTUAL TABLE INDEX .*M/)
    }
    expect(plans.at(-1)).toMatch(/^SEARCH quota_use .*\(user_id=\?\)/)
  } finally {
    await close()
  }
})

test('a large group is never sorted as a whole', async () => {
  const { db, close } = await freshDatabase('SQLite')
  try {
    const workspaceId = await seedUser(db)
    const groupId = await seedHalf(db, workspaceId, [])
    await db.updateTable('contact_groups').set({ contact_count: PEOPLE }).execute()
    for (const order of ORDERS) {
      const plans = await queryPlans(db, (asked) =>
        contactListsOn(asked).list(
          workspaceId,
          { groupId, texts: [] },
          { order, after: null, limit: 10 },
        ),
      )
      const walked =
        order.by === 'createdAt' ? /^SEARCH group_members .*group_id=\?/ : WALKED[order.by]
      expect(plans.find((line) => !/ contact_groups /.test(line))).toMatch(walked)
      expect(plans.at(-1)).toMatch(
        order.by === 'createdAt' ? /\(user_id=\? AND id=\?\)/ : /\(group_id=\? AND contact_id=\?\)/,
      )
    }
  } finally {
    await close()
  }
})

interface Person {
  readonly id: string
  readonly n: number
  readonly name: string
  readonly number: string
}

function holdsOne({ name, number }: Person, texts: readonly string[]): boolean {
  const key = searchableText(name, number)
  return texts.length === 0 || texts.some((text) => key.includes(text))
}

function byOrder(order: ContactOrder) {
  const place = ({ id, name, number }: Person) =>
    placeOf({ id, phoneNumber: number, sortKey: sortKey(name) } as StoredContact, order).join(' ')
  const up = (one: Person, other: Person) => (place(one) < place(other) ? -1 : 1)
  return order.descending ? (one: Person, other: Person) => up(other, one) : up
}

function seedPeople(db: Db, workspaceId: string): Promise<Person[]> {
  const name = (n: number) => {
    if (n === 7) return 'Ali 100%_"\\ xq'
    if (n % 1000 === 3) return `Rare ${n}`
    return n < 900 ? `Early ${n}` : `Person ${n}`
  }
  const all = Array.from({ length: PEOPLE }, (_, n) => ({
    n,
    name: name(n),
    number: `60190${String((n * 7919) % 100_000).padStart(5, '0')}`,
  }))
  return insert(db, workspaceId, all)
}

async function insert(
  db: Db,
  workspaceId: string,
  people: readonly Omit<Person, 'id'>[],
): Promise<Person[]> {
  const all = people.map((person) => ({ id: newId(), ...person }))
  for (const some of chunks(all)) {
    await db
      .insertInto('contacts')
      .values(
        some.map(({ id, name, number }) => ({
          id,
          user_id: workspaceId,
          name,
          phone_number: number,
          search_key: searchableText(name, number),
          sort_key: sortKey(name),
          created_at: 0,
        })),
      )
      .execute()
  }
  return all
}

async function seedHalf(db: Db, workspaceId: string, people: readonly Person[]): Promise<string> {
  const id = newId()
  await db
    .insertInto('contact_groups')
    .values({
      id,
      user_id: workspaceId,
      name: 'Half',
      name_key: 'half',
      contact_count: people.length >> 1,
      created_at: 0,
      erasing: 0,
    })
    .execute()
  const half = people.filter(({ n }) => n % 2 === 0)
  for (const some of chunks(half)) {
    const rows = some.map((person) => ({ group_id: id, contact_id: person.id }))
    await db.insertInto('group_members').values(rows).execute()
  }
  return id
}
