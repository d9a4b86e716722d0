import { describe, expect, test } from 'vitest'
import { breaksOlder, shapeOf } from '../../testing/database-shape.ts'
import { freshStore, journeyEngines, openStore } from '../../testing/engines.ts'
import { everyRow, fillEveryTable, type Row, type Rows } from '../../testing/rows-of-every-table.ts'
import { migrate, migrateUpTo, VERSIONS, type Version } from './migrate.ts'

/** Their user is a workspace since `0081-workspaces`, which also follows what older nodes add. */
const OF_WORKSPACES = [
  'ai_settings',
  'campaign_keys',
  'campaigns',
  'chatbot_items',
  'contact_fields',
  'contact_groups',
  'contact_tags',
  'contacts',
  'devices',
  'media',
  'message_counts',
  'network_names',
  'number_checks',
  'opt_out_settings',
  'opt_out_totals',
  'opt_outs',
  'quota_overrides',
  'quota_reservations',
  'quota_use',
  'saved_responses',
  'saved_texts',
  'user_totals',
]

/** Until this version a database had one server, which was stopped for an update. */
const LAST_OF_ONE_SERVER: Version = '0064-socket-attachments'
/**
 * What migrations take away that no server uses any more, since the version before: only then may
 * they, because a server of that version may still be running (CONTRIBUTING.md).
 */
const TAKEN_AWAY: { readonly [version in Version]?: readonly string[] } = {
  // The same rule without those who have none, whom it never kept apart.
  '0070-known-identities': ['contacts has a new rule, contacts_lid'],
  '0081-workspaces': OF_WORKSPACES.map((table) => `${table} has a new rule, ${table}_user_id_fkey`),
}

describe.each(journeyEngines)('a database that was filled at every version, on %s', (engine) => {
  test('has all its rows in the newest', async () => {
    const store = await freshStore(engine)
    const db = openStore(store)
    for (const [index, version] of VERSIONS.entries()) {
      const before = await everyRow(db)
      const shape = engine === 'PostgreSQL' && version > LAST_OF_ONE_SERVER && (await shapeOf(db))
      await migrateUpTo(db, version)
      if (shape) {
        const broken = breaksOlder(shape, await shapeOf(db))
        expect([version, broken]).toEqual([version, TAKEN_AWAY[version] ?? []])
      }
      expect([version, missing(before, await everyRow(db))]).toEqual([version, []])
      await fillEveryTable(db, index)
    }
    const before = await everyRow(db)
    const empty = Object.entries(before).filter(([, rows]) => rows.length < 2)
    expect(empty).toEqual([])
    // As on every start of an up-to-date server.
    await migrate(db)
    expect(await everyRow(db)).toEqual(before)
    await db.destroy()
    store.remove()
  })
})

/** The earlier rows that are missing or changed afterwards, and tables that got new ones. */
function missing(before: Rows, after: Rows): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {})
    const asText = (row: Row) => JSON.stringify(columns.map((name) => [name, row[name]]))
    const now = (after[table] ?? []).map(asText)
    const stored = new Set(now)
    return [
      ...(now.length > rows.length ? [`${table} has new rows`] : []),
      ...rows.map(asText).flatMap((row) => (stored.has(row) ? [] : `${table} has no ${row}`)),
    ]
  })
}
