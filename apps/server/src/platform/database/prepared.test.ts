import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, freshDatabase } from '../../testing/engines.ts'
import type { Db } from './database.ts'
import { prepared, preparedForKeys } from './prepared.ts'
import { createReadsTogether } from './reads-together.ts'

describe.each(engines)('a prepared statement on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  let built = 0
  const add = prepared((on, { name, at }: { name: string; at: number }) => {
    built += 1
    return on.insertInto('locks').values({ name, taken_at: at }).returning('name')
  })
  const takenBetween = prepared((on, { from, to }: { from: number; to: number }) =>
    on
      .selectFrom('locks')
      .select(['name', 'taken_at'])
      .where('taken_at', '>=', from)
      .where((eb) => eb.or([eb('taken_at', '<', to), eb('name', '=', 'always')]))
      .orderBy('name')
      .limit(2),
  )

  const newestFirst = prepared((on, { from }: { from: number }) =>
    on
      .selectFrom('locks')
      .select(['name', 'taken_at'])
      .where('taken_at', '>=', from)
      .orderBy('taken_at', 'desc'),
  )

  test('is built once, and takes each time the values that it is given', async () => {
    expect(await add(db, { name: 'a', at: 1 })).toEqual([{ name: 'a' }])
    await add(db, { name: 'b', at: 2 })
    await add(db, { name: 'always', at: 9 })
    expect(built).toBe(1)
    expect(await takenBetween(db, { from: 1, to: 2 })).toEqual([
      { name: 'a', taken_at: 1 },
      { name: 'always', taken_at: 9 },
    ])
    expect(await takenBetween(db, { from: 2, to: 3 })).toEqual([
      { name: 'always', taken_at: 9 },
      { name: 'b', taken_at: 2 },
    ])
  })

  test('reads in one statement what is asked in one turn, each for its own values, in its order', async () => {
    const found = await Promise.all([
      takenBetween(db, { from: 1, to: 2 }),
      takenBetween(db, { from: 2, to: 3 }),
      takenBetween(db, { from: 100, to: 100 }),
      takenBetween(db, { from: 1, to: 2 }),
      newestFirst(db, { from: 1 }),
    ])
    expect(found.map((rows) => rows.map(({ name }) => name).join())).toEqual([
      ...['a,always', 'always,b', '', 'a,always', 'always,b,a'],
    ])
    expect(found[0]?.[0]).toEqual({ name: 'a', taken_at: 1 })
    expect(found[3]).toBe(found[0])
    const many = await Promise.all(
      Array.from({ length: 37 }, (_, n) => newestFirst(db, { from: n % 10 })),
    )
    expect(many.map((rows) => rows.map(({ name }) => name).join())).toEqual(
      Array.from({ length: 37 }, (_, n) =>
        ['always', ...(n % 10 <= 2 ? ['b'] : []), ...(n % 10 <= 1 ? ['a'] : [])].join(),
      ),
    )
  })

  test('reads nothing for places that are left', async () => {
    const taken = createReadsTogether(
      db,
      (on, { from }: { from: number }) =>
        on.selectFrom('locks').select('name').where('taken_at', '=', from),
      ['from'],
    )
    for (const asks of [2, 5]) {
      const all = Array.from({ length: asks }, () => ({ from: 1 }))
      const { rows } = await db.executeQuery(taken(db, all))
      expect(rows).toHaveLength(asks)
    }
  })

  test('that cannot be read with one value is read with the others', async () => {
    const named = prepared((on, { name }: { name: string }) =>
      on.selectFrom('locks').select('taken_at').where('name', '=', name),
    )
    const broken = { toString: () => 'no', toJSON: () => Symbol.iterator.toString() }
    const ended = await Promise.allSettled([
      named(db, { name: 'a' }),
      named(db, { name: engine === 'SQLite' ? (broken as unknown as string) : 'a\0' }),
      named(db, { name: 'b' }),
    ])
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  test('for keys takes any number of them, some of them twice', async () => {
    const named = preparedForKeys((on, keys: readonly { name: string; at: number }[]) =>
      on
        .updateTable('locks')
        .set({ taken_at: keys[0]?.at })
        .where(
          'name',
          'in',
          keys.map(({ name }) => name),
        )
        .returning('name'),
    )
    const change = async (...names: string[]) =>
      (
        await named(
          db,
          names.map((name) => ({ name, at: 70 })),
        )
      )
        .map(({ name }) => name)
        .sort()
    await add(db, { name: 'keyed 1', at: 1 })
    await add(db, { name: 'keyed 2', at: 1 })
    expect(await change()).toEqual([])
    expect(await change('keyed 1')).toEqual(['keyed 1'])
    expect(await change('none', 'keyed 2')).toEqual(['keyed 2'])
    const many = Array.from({ length: 200 }, (_, n) => `keyed ${n}`)
    expect(await change(...many.slice(0, 20), 'keyed 1')).toEqual(['keyed 1', 'keyed 2'])
    expect(await change(...many)).toEqual(['keyed 1', 'keyed 2'])
    await db.deleteFrom('locks').where('name', 'like', 'keyed%').execute()
  })

  test('takes part in a transaction', async () => {
    const undone = db.transaction().execute(async (tx) => {
      await add(tx, { name: 'undone', at: 5 })
      expect(await takenBetween(tx, { from: 5, to: 6 })).toHaveLength(2)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await takenBetween(db, { from: 5, to: 6 })).toHaveLength(1)
  })

  test('is built with its values where a plugin may change it', async () => {
    const seen: unknown[] = []
    const watched = db.withPlugin({
      transformQuery({ node }) {
        seen.push(JSON.stringify(node).includes('4711'))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    expect(await takenBetween(watched, { from: 4711, to: 4712 })).toEqual([])
    expect(seen).toEqual([true])
  })

  test('goes on when its table gets another column', async () => {
    await sql`alter table locks add column other integer`.execute(db)
    expect(await takenBetween(db, { from: 2, to: 3 })).toHaveLength(2)
    await sql`alter table locks drop column other`.execute(db)
    expect(await takenBetween(db, { from: 2, to: 3 })).toHaveLength(2)
  })

  test.runIf(engine === 'PostgreSQL')('is planned once for a connection', async () => {
    await takenBetween(db, { from: 2, to: 3 })
    const { rows } = await sql`
      select 1 from pg_prepared_statements
      where statement like 'select %"taken_at" >= $1%' and statement like '%limit $4'
    `.execute(db)
    expect(rows).toHaveLength(1)
  })

  test.runIf(engine === 'PostgreSQL')('is planned without its values where it reads', async () => {
    const plans = prepared((on, { text }: { text: string }) =>
      on
        .selectFrom(
          sql<{ generic: number; custom: number }>`
          (select statement, generic_plans as generic, custom_plans as custom
          from pg_prepared_statements)
        `.as<'plans'>(sql`plans`),
        )
        .select(['generic', 'custom'])
        .where(sql<boolean>`statement like ${text}`),
    )
    await Promise.all([newestFirst(db, { from: 1 }), newestFirst(db, { from: 2 })])
    await Promise.all([newestFirst(db, { from: 3 }), newestFirst(db, { from: 4 })])
    const [first] = await plans(db, { text: '%unnest%"taken_at" desc%' })
    expect(first?.generic).toBeGreaterThan(1)
    expect(first?.custom).toBe(0)
  })
})
