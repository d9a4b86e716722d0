import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import type { Db } from './database.ts'
import * as baseline from './migrations/0062-baseline.ts'
import * as nodes from './migrations/0063-nodes.ts'
import * as socketAttachments from './migrations/0064-socket-attachments.ts'
import * as countsOfNodes from './migrations/0066-counts-of-nodes.ts'
import * as takeOver from './migrations/0068-take-over.ts'
import * as lateTexts from './migrations/0069-late-texts.ts'
import * as knownIdentities from './migrations/0070-known-identities.ts'
import * as campaignKeys from './migrations/0071-campaign-keys.ts'
import * as filesWithoutRows from './migrations/0072-files-without-rows.ts'
import * as messageLanguage from './migrations/0073-message-language.ts'
import * as madeBy from './migrations/0074-made-by.ts'
import * as sealedEvents from './migrations/0075-sealed-events.ts'
import * as optOutTotals from './migrations/0076-opt-out-totals.ts'
import * as idsInChats from './migrations/0077-ids-in-chats.ts'
import * as chats from './migrations/0078-chats.ts'
import * as wordings from './migrations/0079-wordings.ts'
import * as usernames from './migrations/0080-usernames.ts'
import * as workspaces from './migrations/0081-workspaces.ts'
import * as authors from './migrations/0082-authors.ts'
import * as assignedChats from './migrations/0083-assigned-chats.ts'
import * as chatWork from './migrations/0084-chat-work.ts'
import * as inboundFiles from './migrations/0085-inbound-files.ts'
import * as memberMessages from './migrations/0086-member-messages.ts'
import * as chatHistory from './migrations/0087-chat-history.ts'
import * as chatsTogether from './migrations/0088-chats-together.ts'
import * as chatViews from './migrations/0089-chat-views.ts'
import * as personNotes from './migrations/0090-person-notes.ts'
import * as chatSearch from './migrations/0091-chat-search.ts'
import * as chatWaits from './migrations/0091-chat-waits.ts'

/** The last of the migrations that became the baseline, by whose name it is recorded. */
export const BASELINE = '0062-doomed-media'

const MIGRATIONS = {
  [BASELINE]: baseline,
  '0063-nodes': nodes,
  '0064-socket-attachments': socketAttachments,
  '0066-counts-of-nodes': countsOfNodes,
  '0068-take-over': takeOver,
  '0069-late-texts': lateTexts,
  '0070-known-identities': knownIdentities,
  '0071-campaign-keys': campaignKeys,
  '0072-files-without-rows': filesWithoutRows,
  '0073-message-language': messageLanguage,
  '0074-made-by': madeBy,
  '0075-sealed-events': sealedEvents,
  '0076-opt-out-totals': optOutTotals,
  '0077-ids-in-chats': idsInChats,
  '0078-chats': chats,
  '0079-wordings': wordings,
  '0080-usernames': usernames,
  '0081-workspaces': workspaces,
  '0082-authors': authors,
  '0083-assigned-chats': assignedChats,
  '0084-chat-work': chatWork,
  '0085-inbound-files': inboundFiles,
  '0086-member-messages': memberMessages,
  '0087-chat-history': chatHistory,
  '0088-chats-together': chatsTogether,
  '0089-chat-views': chatViews,
  '0090-person-notes': personNotes,
  '0091-chat-search': chatSearch,
  '0091-chat-waits': chatWaits,
}

const NOTHING: Migration = { up: async () => {} }

export type Version = keyof typeof MIGRATIONS

/** From the first to the newest. */
export const VERSIONS = Object.keys(MIGRATIONS) as Version[]

/**
 * Brings the database to the newest schema; safe to call on every start, also by several servers
 * at once. Throws the first failure, and StartError for a database that is newer or too old.
 */
export async function migrate(db: Db): Promise<void> {
  const applied = await appliedTo(db)
  const newest = applied.at(-1) ?? BASELINE
  if (newest < BASELINE) {
    throw new StartError(
      `The database is too old for this version of Kirim (it has ${newest}). Start Kirim as of 28 November 2026 (commit 58f3c9f0) once, which updates it, and then this version.`,
    )
  }
  const { error } = await migratorOf(db, applied).migrateToLatest()
  if (!error) return
  if (newest in MIGRATIONS) throw error
  throw new StartError(
    `The database is of a newer version of Kirim than this server (it has ${newest}). Start that version, or a newer one.`,
  )
}

/**
 * For commands beside a server, which may be of an earlier version: changes nothing. Throws
 * StartError for a database of any other version than this one.
 */
export async function requireNewest(db: Db): Promise<void> {
  if ((await appliedTo(db)).at(-1) === VERSIONS.at(-1)) return
  throw new StartError(
    'The database is of another version of Kirim than this command. Start this version first: that brings it up to date.',
  )
}

/** The migrations that were applied, by whichever version, oldest first; none in a new database. */
async function appliedTo(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name
  `
    .execute(db)
    .catch(() => ({ rows: [] }))
  return rows.map(({ name }) => name)
}

/** Brings an empty database to the schema of an earlier version. Throws the first failure. */
export async function migrateUpTo(db: Db, name: Version): Promise<void> {
  const { error } = await migratorOf(db, await appliedTo(db)).migrateTo(name)
  if (error) throw error
}

/** The migrator requires every applied migration to exist: those before the baseline do nothing. */
function migratorOf(db: Db, applied: readonly string[]): Migrator {
  const replaced = applied.filter((name) => name < BASELINE).map((name) => [name, NOTHING])
  const migrations = { ...Object.fromEntries(replaced), ...MIGRATIONS }
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}
