import { createHash } from 'node:crypto'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { fillGap } from '../../platform/database/search-gaps.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createWork } from '../../platform/nodes/work.ts'
import { searchTexts } from '../../platform/search-text.ts'
import { contactListsOn } from '../../testing/contact-lists.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { seedGroup } from '../../testing/seed-group.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { namedColumns } from './contact-columns.ts'
import { peopleBatches } from './import/people-batch.ts'
import { storeBatches } from './import/store-batch.ts'
import { createTextIndexing } from './index-texts.ts'

const work = createWork(null)
const log = createLog('silent')
const NAMES = ['Aisyah', 'Bala', 'Aisyah Putri', 'Chong', 'Devi', 'Siti Aisyah']

async function importPeople(db: Db, workspaceId: string, names: readonly string[]): Promise<void> {
  const groupId = await seedGroup(db, workspaceId, newId(), [])
  const people = names.map((name, n) => ({ name, phoneNumber: `6012345670${n}` }))
  const batches = peopleBatches(people, { keys: new Map(), tagIds: new Map() })
  const told = { now: 0, takeNames: true }
  await db.transaction().execute((tx) => storeBatches(tx, { workspaceId, groupId }, batches, told))
}

describe.each(engines)('contacts that were imported a moment ago on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string

  beforeEach(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    await importPeople(db, workspaceId, NAMES)
  })
  afterEach(() => close())

  async function found(typed: string, owner = workspaceId): Promise<string[]> {
    const lists = contactListsOn(db)
    const filter = await lists.narrow(owner, { groupId: null, texts: searchTexts(typed) })
    const order = { by: 'name', descending: false } as const
    const rows = await lists.list(owner, filter, { order, after: null, limit: 10 })
    expect(await lists.count(owner, filter)).toBe(rows.length)
    return rows.map(({ name }) => name)
  }

  async function call(from: string, name: string): Promise<void> {
    const { phone_number } = await db
      .selectFrom('contacts')
      .select('phone_number')
      .where('user_id', '=', workspaceId)
      .where('name', '=', from)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('contacts')
      .set(namedColumns(name, phone_number))
      .where('user_id', '=', workspaceId)
      .where('phone_number', '=', phone_number)
      .execute()
  }

  const remove = (name: string) =>
    db.deleteFrom('contacts').where('user_id', '=', workspaceId).where('name', '=', name).execute()

  /** As a start does. */
  async function index(): Promise<void> {
    const part = createTextIndexing({ db, work, clock: createFakeClock(), log })
    await part.start()
    if (engine === 'SQLite')
      await until('all are in the index', async () => (await gaps()).length === 0)
    await part.stop()
  }

  const gaps = () => db.selectFrom('search_gaps').selectAll().execute()

  test('are found before, while and after they come into the index', async () => {
    const everybody = ['Aisyah', 'Aisyah Putri', 'Siti Aisyah']
    expect(await found('aisyah')).toEqual(everybody)
    expect(await found('6012345670')).toEqual(NAMES.toSorted())
    if (engine === 'SQLite') {
      while (await fillGap(db, 'contacts', 2)) expect(await found('aisyah')).toEqual(everybody)
    }
    expect(await found('aisyah')).toEqual(everybody)
    expect(await found('6012345670')).toEqual(NAMES.toSorted())
  })

  test('are found as they are called now, and not when they are gone', async () => {
    await call('Bala', 'Bala Aisyah')
    await remove('Aisyah Putri')
    expect(await found('aisyah')).toEqual(['Aisyah', 'Bala Aisyah', 'Siti Aisyah'])
    await index()
    expect(await found('aisyah')).toEqual(['Aisyah', 'Bala Aisyah', 'Siti Aisyah'])
    await call('Bala Aisyah', 'Bala')
    await remove('Siti Aisyah')
    expect(await found('aisyah')).toEqual(['Aisyah'])
  })

  test('are in the index after a start, known people once and others of another owner too', async () => {
    const other = await seedUser(db)
    await importPeople(db, other, ['Zulaikha', 'Aisyah'])
    await importPeople(db, workspaceId, ['Aisyah', 'Bala Putri'])
    await index()
    if (engine === 'SQLite') {
      const filter = { groupId: null, texts: ['aisyah'] }
      expect((await contactListsOn(db).narrow(workspaceId, filter)).among).toHaveLength(3)
    }
    expect(await found('putri')).toEqual(['Aisyah Putri', 'Bala Putri'])
    expect(await found('aisyah', other)).toEqual(['Aisyah'])
  })
})

describe("PostgreSQL's list of contacts that are not in the index yet", () => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string

  beforeEach(async () => {
    ;({ db, close } = await freshDatabase('PostgreSQL'))
    await sql`create extension pgstattuple`.execute(db)
    workspaceId = await seedUser(db)
  })
  afterEach(() => close())

  async function listed(): Promise<number> {
    const { rows } = await sql<{ texts: number }>`
      select pending_tuples as texts from pgstatginindex('contacts_parts')
    `.execute(db)
    return rows[0]?.texts ?? Number.NaN
  }

  /** 500 letters, and as many parts. */
  const longName = (n: number) =>
    Array.from({ length: 16 }, (_, k) => createHash('md5').update(`${n} ${k}`).digest('hex')).join(
      '',
    )

  test('is not emptied by whoever adds a contact after an import', async () => {
    await importPeople(
      db,
      workspaceId,
      Array.from({ length: 500 }, (_, n) => longName(n)),
    )
    await seedGroup(db, workspaceId, 'By hand', ['60123456789'])
    expect(await listed()).toBe(501)
  })

  test('is emptied after an import, and every ten seconds for those who are added one by one', async () => {
    const clock = createFakeClock()
    const part = createTextIndexing({ db, work, clock, log })
    await importPeople(db, workspaceId, NAMES)
    await part.start()
    await until('the imported are in the index', async () => (await listed()) === 0)
    await seedGroup(db, workspaceId, 'By hand', ['60123456789'])
    expect(await listed()).toBe(1)
    for (const turn of [1, 2]) {
      clock.advance(10_000)
      await until('nobody is left out', async () => (await listed()) === 0)
      await seedGroup(db, workspaceId, newId(), [`6012345678${turn}`])
    }
    await part.stop()
    expect(clock.nextTimer()).toBeNull()
  })
})
