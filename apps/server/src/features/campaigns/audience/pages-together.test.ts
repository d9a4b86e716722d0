import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { untilOneWaits } from '../../../testing/lock-waits.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createCampaignsRepository, lockCampaign } from '../campaign/campaigns.repository.ts'
import { insertPage } from './freeze-pages.ts'
import { createFreezeStep } from './freeze-people.ts'
import { createFreezesRepository, type Freeze, findFreeze } from './freezes.repository.ts'
import { addPagesTogether } from './pages-together.ts'

const PEOPLE = 100
const ROWS = 30
/** Long enough for another to begin to wait, too. */
const PATIENCE_MS = 300

let db: Db
let close: () => Promise<void>
let userId: string
let deviceId: string
let groupId: string
let otherGroupId: string
let id: string

beforeAll(async () => {
  ;({ db, close } = await freshDatabase('PostgreSQL'))
  userId = await seedUser(db)
  deviceId = await seedDevice(db, userId)
  groupId = await seedGroup(db, userId, 'One', numbers(1000))
  otherGroupId = await seedGroup(db, userId, 'Other', numbers(2000))
})
afterAll(() => close())

beforeEach(async () => {
  id = newId()
  await campaigns().insert({ id, userId, deviceId, now: 0 }, CAMPAIGN_SETTINGS, [])
  await freezes().request(id, { groupId })
  // Nobody is there to be dropped.
  await step(id)
})

const rooms = () => ledgerRooms(db)
const campaigns = () => createCampaignsRepository(db, rooms().devices)
const freezes = () => createFreezesRepository(db, rooms().groups)
const step = (id: string) => createFreezeStep(db, rooms())(id)
const freeze = () => findFreeze(db, id)
async function asked(): Promise<Freeze> {
  const found = await freeze()
  if (!found) throw new Error('Everybody is there.')
  return found
}

async function addPages(patienceMs?: number): Promise<boolean> {
  return addPagesTogether(db, rooms().groups, await asked(), ROWS, patienceMs)
}

async function positions(): Promise<number[]> {
  const rows = await db
    .selectFrom('recipients')
    .select('position')
    .where('campaign_id', '=', id)
    .orderBy('position')
    .execute()
  expect((await campaigns().findById(id))?.counts.queued).toBe(rows.length)
  return rows.map(({ position }) => position)
}

function numbers(start: number): string[] {
  return Array.from({ length: PEOPLE }, (_, n) => `60${start + n}`)
}

const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1)

/** Whoever wants to change the campaign of this test waits meanwhile. */
async function whileLocked(change: (tx: Db) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockCampaign(tx, id)
    await change(tx)
  })
}

async function members(): Promise<string[]> {
  const rows = await db
    .selectFrom('group_members')
    .select('contact_id')
    .where('group_id', '=', groupId)
    .orderBy('contact_id')
    .execute()
  return rows.map(({ contact_id }) => contact_id)
}

/**
 * Begins pages of which one waits for the campaign, and the other in the program for that one. A
 * slow machine may take longer than the patience of the first until the second waits, too: then
 * they are begun again.
 */
async function pagesThatWait(): Promise<{ readonly adding: Promise<boolean> }> {
  let isOver = false
  const begin = () => {
    isOver = false
    return addPages(PATIENCE_MS).finally(() => {
      isOver = true
    })
  }
  let adding = begin()
  await until('both pages wait', async () => {
    if (isOver) adding = begin()
    // Whoever has locked the campaign is idle, too.
    const { rows } = await sql<{ both: boolean }>`
      select count(*) filter (where wait_event_type = 'Lock') = 1
        and count(*) filter (where state = 'idle in transaction') = 2 as both
      from pg_stat_activity where datname = current_database()
    `.execute(db)
    return rows[0]?.both
  })
  return { adding }
}

test('two pages are added at a time, everybody once and in order', async () => {
  expect(await addPages()).toBe(true)
  expect(await positions()).toEqual(upTo(2 * ROWS))
  expect(await freeze()).toMatchObject({ position: 2 * ROWS, expected: 0 })
  expect(await addPages()).toBe(true)
  expect(await positions()).toEqual(upTo(PEOPLE))
  expect(await addPages()).toBe(false)
  while (await step(id)) expect(await freeze()).not.toBeNull()
  expect(await positions()).toEqual(upTo(PEOPLE))
})

test('a large group is added so', async () => {
  await freezes().expect(id, 5000)
  expect(await step(id)).toBe(true)
  expect(await positions()).toEqual(upTo(PEOPLE))
  expect((await freeze())?.expected).toBe(5000 - PEOPLE)
})

test('pages of people who are no longer wanted are not stored', async () => {
  let adding: Promise<boolean> = Promise.resolve(false)
  await whileLocked(async (tx) => {
    adding = addPages()
    await untilOneWaits(db)
    await createFreezesRepository(tx, rooms().groups).request(id, { groupId: otherGroupId })
  })
  expect(await adding).toBe(true)
  expect(await positions()).toEqual([])
  expect(await freeze()).toMatchObject({ group_id: otherGroupId, after: '', position: 0 })
})

test('no page is stored without the one before', async () => {
  let adding: Promise<unknown> = Promise.resolve()
  await whileLocked(async () => {
    adding = addPages().catch((error: unknown) => error)
    const [first] = await untilOneWaits(db)
    await sql`select pg_terminate_backend(${first}::int)`.execute(db)
  })
  expect(await adding).toBeInstanceOf(Error)
  expect(await positions()).toEqual([])
  expect(await addPages()).toBe(true)
  expect(await positions()).toEqual(upTo(2 * ROWS))
})

test('whoever has locked the campaign may delete it', async () => {
  let adding: Promise<boolean> = Promise.resolve(false)
  await whileLocked(async (tx) => {
    ;({ adding } = await pagesThatWait())
    await tx.deleteFrom('campaigns').where('id', '=', id).execute()
  })
  expect(await adding).toBe(true)
  expect(await freeze()).toBeNull()
})

test('whoever has locked the campaign may add people of the second page', async () => {
  let adding: Promise<boolean> = Promise.resolve(false)
  const rows = await members()
  await whileLocked(async (tx) => {
    ;({ adding } = await pagesThatWait())
    const second = { ...(await asked()), after: rows[ROWS - 1] ?? '', position: ROWS }
    expect(await insertPage(tx, rooms().groups, second, rows[ROWS] ?? '')).toBe(1)
    await tx.deleteFrom('recipients').where('campaign_id', '=', id).execute()
  })
  expect(await adding).toBe(true)
  while (await step(id)) expect(await freeze()).not.toBeNull()
  expect(await positions()).toEqual(upTo(PEOPLE))
})

test('nobody is added to a campaign that was deleted a moment ago', async () => {
  const before = await asked()
  await db.deleteFrom('campaigns').where('id', '=', id).execute()
  expect(await addPagesTogether(db, rooms().groups, before, ROWS)).toBe(true)
  expect(await step(id)).toBe(false)
})
