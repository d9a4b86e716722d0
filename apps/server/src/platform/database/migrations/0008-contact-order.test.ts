import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '../../../testing/engines.ts'
import { createLog } from '../../log.ts'
import { createPostgresDialect } from '../postgres-dialect.ts'
import { createSqliteDialect } from '../sqlite-dialect.ts'
import { up } from './0008-contact-order.ts'

interface Contacts {
  contacts: { id: string; user_id: string; name: string; sort_key: string }
}

const ROWS = 1500

describe.each(engines)('contacts from before on %s', (engine) => {
  test('have their place in the order of names', async () => {
    const store = await freshStore(engine)
    const db = new Kysely<Contacts>({
      dialect: store.databaseUrl
        ? createPostgresDialect({ url: store.databaseUrl }, createLog('silent'))
        : createSqliteDialect(join(store.dataDir, 'test.db')),
    })
    await sql`create table contacts (id text primary key, user_id text, name text)`.execute(db)
    await sql`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(ROWS)})
      insert into contacts (id, user_id, name) select 'c' || i, 'u', 'Person ' || i from n
    `.execute(db)
    await up(db)
    const rows = await db.selectFrom('contacts').select('name').orderBy('sort_key').execute()
    expect(rows.map(({ name }) => name)).toEqual(
      Array.from({ length: ROWS }, (_, index) => `Person ${index + 1}`),
    )
    await db.destroy()
    store.remove()
  })
})
