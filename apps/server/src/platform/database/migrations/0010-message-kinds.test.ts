import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, freshStore } from '../../../testing/engines.ts'
import { createLog } from '../../log.ts'
import { createPostgresDialect } from '../postgres-dialect.ts'
import { createSqliteDialect } from '../sqlite-dialect.ts'
import * as identity from './0009-chat-identity.ts'
import * as kinds from './0010-message-kinds.ts'

describe.each(engines)('messages from before on %s', (engine) => {
  test('are of the identity they came from, and of a kind', async () => {
    const store = await freshStore(engine)
    const db = new Kysely<unknown>({
      dialect: store.databaseUrl
        ? createPostgresDialect({ url: store.databaseUrl }, createLog('silent'))
        : createSqliteDialect(join(store.dataDir, 'test.db')),
    })
    await sql`
      create table inbox (
        device_id text, message_id text primary key, chat text, chat_jid text,
        sender_number text, received_at bigint, text text
      )
    `.execute(db)
    await sql`create index inbox_identity on inbox (device_id, chat_jid)`.execute(db)
    await sql`create table saved_responses (text text)`.execute(db)
    await sql`
      insert into inbox values
        ('d', 'a', 'individual', '77@lid', null, 1, 'harga'),
        ('d', 'b', 'individual', '60131000001@s.whatsapp.net', '60131000001', 2, ''),
        ('d', 'c', 'group', '1203@g.us', '60131000001', 3, 'harga')
    `.execute(db)
    await identity.up(db)
    await kinds.up(db)
    const { rows } = await sql`select chat_lid, kind from inbox order by message_id`.execute(db)
    expect(rows).toEqual([
      { chat_lid: '77@lid', kind: 'text' },
      { chat_lid: null, kind: 'other' },
      { chat_lid: null, kind: 'text' },
    ])
    await db.destroy()
    store.remove()
  })
})
