import { describe, expect, test } from 'vitest'
import { breaksOlder, shapeOf } from '../../testing/database-shape.ts'
import { freshStore, journeyEngines, openStore } from '../../testing/engines.ts'
import { everyRow, fillEveryTable, type Row, type Rows } from '../../testing/rows-of-every-table.ts'
import { migrate, migrateUpTo, VERSIONS, type Version } from './migrate.ts'

/** What a migration changes in existing rows on purpose. */
interface Change {
  /** Tables whose rows are deleted. */
  readonly forgotten?: readonly string[]
  /**
   * Removed tables, and those that got all of their rows, in columns of the same names except
   * these.
   */
  readonly moved?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Columns that were removed or changed their content. */
  readonly changed?: Readonly<Record<string, readonly string[]>>
}

/** Any other migration leaves existing rows unchanged. */
const CHANGES: { readonly [version in Version]?: Change } = {
  // Pauses of an hour at most, without the texts shown in the list.
  '0007-chat-manners': { forgotten: ['chat_pauses'] },
  '0025-outgoing': {
    moved: {
      messages: { outgoing: [] },
      replies: { outgoing: ['reason'], chatbot_replies: ['state'] },
    },
    changed: { recipients: ['attempts'] },
  },
  '0028-locks': { moved: { turns: { locks: [] } } },
}

/** Until this version a database had one server, which was stopped for an update. */
const LAST_OF_ONE_SERVER: Version = '0064-socket-attachments'
/**
 * What migrations take away that no server uses any more, since the version before: only then may
 * they, because a server of that version may still be running (CONTRIBUTING.md).
 */
const TAKEN_AWAY: { readonly [version in Version]?: readonly string[] } = {
  // The same rule without those who have none, whom it never kept apart.
  '0070-known-identities': ['contacts has a new rule, contacts_lid'],
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
      expect([version, missing(before, await everyRow(db), CHANGES[version])]).toEqual([
        version,
        [],
      ])
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

/** The earlier rows that are missing afterwards. */
function missing(before: Rows, after: Rows, change: Change = {}): string[] {
  const { forgotten = [], moved = {}, changed = {} } = change
  return Object.entries(before)
    .filter(([table]) => !forgotten.includes(table))
    .flatMap(([table, rows]) => {
      const places = moved[table]
      if (!places) {
        const doubled = (after[table]?.length ?? 0) > rows.length ? [`${table} has new rows`] : []
        return [...doubled, ...missingIn(table, rows, after[table], without(rows, changed[table]))]
      }
      return Object.entries(places).flatMap(([place, others]) => {
        const columns = without(rows, others).filter((name) => name in (after[place]?.[0] ?? {}))
        return missingIn(place, rows, after[place], columns)
      })
    })
}

function without([row = {}]: readonly Row[], others: readonly string[] = []): string[] {
  return Object.keys(row).filter((name) => !others.includes(name))
}

function missingIn(
  place: string,
  rows: readonly Row[],
  now: readonly Row[] = [],
  columns: readonly string[],
): string[] {
  const asText = (row: Row) => JSON.stringify(columns.map((name) => [name, row[name]]))
  const there = new Set(now.map(asText))
  return rows.map(asText).flatMap((row) => (there.has(row) ? [] : `${place} has no ${row}`))
}
