import { sql } from 'kysely'
import type { Db } from '../apps/server/src/platform/database/database.ts'
import { campaignRow } from '../apps/server/src/testing/campaign-row.ts'
import { type BenchEngine, type BenchServer, newUser } from './support/bench-server.ts'
import { onEngines, onServer, pause, type Side } from './support/frame.ts'
import { othersMeanwhile, quantile } from './support/others-meanwhile.ts'
import { report } from './support/report.ts'
import { campaignTo, seedDevice, seedGroup } from './support/seed.ts'

/**
 * Saves, edits, copies and deletes a campaign to 100,000 people, then deletes its group and its
 * owner, beside the bare statement that writes as many people into a ledger. Measures the longest
 * block of the event loop and the response times for another client, compared with 1,000 and
 * 10,000 people and with an idle server.
 * `npm run bench launch [SQLite|PostgreSQL|both] [people] [rest ms]`
 */
const [engines = 'both', people = '100000', rest = '3000'] = process.argv.slice(2)
const MOST = Number(people)
const PEOPLE = [...[1000, 10_000].filter((people) => people < MOST), MOST]
const REST_MS = Number(rest)

const rows: object[] = []
await onEngines(engines, (engine) =>
  onServer(engine, null, async (side) => {
    const { token } = await newUser(side.server)
    const rest = () => pause(REST_MS)
    await measured({ engine, people: 0, what: 'nothing else' }, side.server, token, rest)
    for (const people of PEOPLE) await measure(engine, side, people, token)
  }),
)
report('launch', rows)

async function measure(
  engine: BenchEngine,
  { server, db }: Side,
  people: number,
  stranger: string,
) {
  const { call } = server
  const owner = await newUser(server)
  const deviceId = await seedDevice(db, owner.id)
  const groupId = await seedGroup(db, owner.id, people)
  rows.push({
    engine,
    people,
    what: 'bare statement',
    ms: await bareLaunch(db, owner.id, deviceId, groupId),
  })
  const path = `/campaigns/${deviceId}`
  const each = <T>(what: string, task: () => Promise<T>) =>
    measured({ engine, people, what }, server, stranger, task)
  const { id } = await each('launch', () =>
    call<{ id: string }>('POST', path, owner.token, campaignTo(groupId)),
  )
  const one = `${path}/${id}`
  await each('save anew', () => call('PUT', one, owner.token, campaignTo(groupId)))
  await each('delete the group', () => call('DELETE', `/contact-groups/${groupId}`, owner.token))
  await each('copy', () => call('POST', `${one}/duplicate`, owner.token))
  await each('delete', () => call('DELETE', one, owner.token))
  // The other client registered first and is therefore the admin.
  await each('delete the member', () => call('DELETE', `/admin/users/${owner.id}`, stranger))
}

/**
 * Adds everybody in one statement, which blocks all other database users; deletes them afterwards.
 */
async function bareLaunch(
  db: Db,
  workspaceId: string,
  deviceId: string,
  groupId: string,
): Promise<number> {
  const id = 'bare'
  const at = { created_at: Date.now(), updated_at: Date.now() }
  await db
    .insertInto('campaigns')
    .values(campaignRow({ id, user_id: workspaceId, device_id: deviceId, ...at }, { name: 'Bare' }))
    .execute()
  const start = performance.now()
  await sql`
    insert into recipients (id, campaign_id, user_id, position, name, phone_number, fields, state)
    select ${sql.lit(id)} || ':' || phone_number, ${sql.lit(id)}, user_id,
      row_number() over (order by contact_id), name, phone_number, fields, 'queued'
    from group_members join contacts on contacts.id = contact_id where group_id = ${groupId}
  `.execute(db)
  const ms = Math.round(performance.now() - start)
  await db.deleteFrom('campaigns').where('id', '=', id).execute()
  return ms
}

async function measured<T>(
  about: { engine: BenchEngine; people: number; what: string },
  server: BenchServer,
  stranger: string,
  task: () => Promise<T>,
): Promise<T> {
  const done = await othersMeanwhile(server, stranger, task)
  const round = (value: number) => Math.round(value)
  rows.push({
    ...about,
    ms: round(done.ms),
    longestBlockMs: round(done.blockMs),
    blockCpuMs: round(done.blockCpuMs),
    slowestStatementMs: round(done.slowest.ms),
    othersP50Ms: round(quantile(done.waits, 0.5)),
    othersP99Ms: round(quantile(done.waits, 0.99)),
    othersLongestMs: round(quantile(done.waits, 1)),
  })
  return done.result
}
