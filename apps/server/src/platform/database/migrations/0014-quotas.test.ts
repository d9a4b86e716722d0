import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '../../../testing/engines.ts'
import { createLog } from '../../log.ts'
import { createPostgresDialect } from '../postgres-dialect.ts'
import { createSqliteDialect } from '../sqlite-dialect.ts'
import * as quotas from './0014-quotas.ts'

describe.each(engines)('what users had before quotas on %s', (engine) => {
  test('is counted', async () => {
    const store = await freshStore(engine)
    const db = new Kysely<unknown>({
      dialect: store.databaseUrl
        ? createPostgresDialect({ url: store.databaseUrl }, createLog('silent'))
        : createSqliteDialect(join(store.dataDir, 'test.db')),
    })
    await sql`create table users (id text primary key)`.execute(db)
    await sql`create table contacts (user_id text)`.execute(db)
    await sql`create table media (user_id text, file_size bigint)`.execute(db)
    await sql`insert into users values ('a'), ('b')`.execute(db)
    await sql`insert into contacts values ('a'), ('a'), ('a')`.execute(db)
    await sql`insert into media values ('a', 5), ('a', 7)`.execute(db)
    await quotas.up(db)
    const { rows } = await sql`
      select user_id, contacts, media_bytes from quota_use order by user_id
    `.execute(db)
    expect(rows).toEqual([
      { user_id: 'a', contacts: 3, media_bytes: 12 },
      { user_id: 'b', contacts: 0, media_bytes: 0 },
    ])
    await db.destroy()
    store.remove()
  })
})
