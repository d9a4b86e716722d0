import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bulkDatabase } from '../../platform/database/database.ts'
import { createLog } from '../../platform/log.ts'
import { createWork } from '../../platform/nodes/work.ts'
import { openChatRoom } from '../../testing/chat-room.ts'
import { engines } from '../../testing/engines.ts'
import { sentInChats } from '../../testing/plain-inbox.ts'
import { createChatFilling } from './fill-chats.ts'

const ROWS = 20_000
const CHATS = 2000

test.each(engines)('giving chats to very many messages holds up nobody, on %s', async (engine) => {
  const room = await openChatRoom(engine)
  const { db, clock, deviceId, workspaceId } = room
  const numbers = sql`
    (with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${sql.lit(ROWS)})
      select n, '6013' || (n % ${sql.lit(CHATS)}) as number from counted) as row
  `
  await sql`
    insert into inbox (device_id, message_id, user_id, chat_jid, chat_key, chat, sender_jid,
      sender_number, sender_name, kind, text, sent_at, received_at, state)
    select ${deviceId}, 'in' || n, ${workspaceId}, number || '@s.whatsapp.net', number, 'individual', '',
      number, '', 'text', 'hello', n, n, 'silent'
    from ${numbers}
  `.execute(db)
  await sql`
    insert into outgoing (device_id, message_id, user_id, origin, origin_id, part, jid, text,
      presence_seconds, state, may_have_left, attempts, created_at)
    select ${deviceId}, 'out' || n, ${workspaceId}, 'chatbot', 'in' || n, 0, number || '@s.whatsapp.net',
      'hi', 0, 'read', 1, 0, n
    from ${numbers}
  `.execute(db)
  const filling = createChatFilling({
    ...{ db, sent: sentInChats, work: createWork(null), clock },
    log: createLog('silent'),
  })
  // Not on the thread that is measured.
  const bulk = bulkDatabase(db)
  const block = await longestBlockMsBestOf3(async () => {
    await bulk.transaction().execute(async (tx) => {
      await tx.updateTable('inbox').set({ chat_id: null }).execute()
      await tx.updateTable('outgoing').set({ chat_id: null }).execute()
    })
    await filling.fillAll()
  })
  const left = await sql<{ n: number }>`
    select count(*) as n from (
      select chat_id from inbox union all select chat_id from outgoing
    ) as message where chat_id is null
  `.execute(db)
  expect(Number(left.rows[0]?.n)).toBe(0)
  expect(block).toBeLessThan(BLOCK_MAX_MS)
  await room.close()
})
