import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '../../../testing/engines.ts'
import { createLog } from '../../log.ts'
import { createPostgresDialect } from '../postgres-dialect.ts'
import { createSqliteDialect } from '../sqlite-dialect.ts'
import * as textSearch from './0019-text-search.ts'

describe.each(engines)('what was saved before there was an index on %s', (engine) => {
  test('is in it, and counted', async () => {
    const store = await freshStore(engine)
    const db = new Kysely<unknown>({
      dialect: store.databaseUrl
        ? createPostgresDialect({ url: store.databaseUrl }, createLog('silent'))
        : createSqliteDialect(join(store.dataDir, 'test.db')),
    })
    await sql`create table devices (id text primary key)`.execute(db)
    await sql`insert into devices values ('d')`.execute(db)
    for (const [table, owner] of [
      ['contacts', 'user_id'],
      ['saved_responses', 'device_id'],
    ] as const) {
      await sql`
        create table ${sql.table(table)} (id text primary key, ${sql.ref(owner)} text, search_key text)
      `.execute(db)
    }
    await sql`
      insert into contacts values ('1', 'a', 'aisyah'), ('2', 'b', 'aisyah'), ('3', 'a', 'bala')
    `.execute(db)
    await sql`insert into saved_responses values ('1', 'd', 'aisyah'), ('2', 'd', 'yes')`.execute(
      db,
    )
    await textSearch.up(db)
    expect((await sql`select device_id, total from response_totals`.execute(db)).rows).toEqual([
      { device_id: 'd', total: 2 },
    ])
    if (engine === 'SQLite') {
      const { rows } = await sql`
        select contacts.id from search_texts join contacts on text_no = search_texts.rowid
        where search_texts match '"isya"' order by id
      `.execute(db)
      expect(rows).toEqual([{ id: '1' }, { id: '2' }])
      const { rows: owners } = await sql`
        select owner, last from search_owners order by owner
      `.execute(db)
      expect(owners).toEqual([
        { owner: 'a', last: 2 },
        { owner: 'b', last: 1 },
        { owner: 'd', last: 2 },
      ])
    } else {
      const { rows } = await sql`
        select indexname from pg_indexes where indexname like '%_parts' order by 1
      `.execute(db)
      expect(rows).toEqual([
        { indexname: 'contacts_parts' },
        { indexname: 'saved_responses_parts' },
      ])
    }
    await db.destroy()
    store.remove()
  })
})
