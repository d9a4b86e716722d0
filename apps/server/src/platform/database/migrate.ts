import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration'
import { StartError } from '../start-error.ts'
import type { Db } from './database.ts'
import * as mainJob from './migrations/0001-main-job.ts'
import * as chatbots from './migrations/0002-chatbots.ts'
import * as responder from './migrations/0003-responder.ts'
import * as chatbotTools from './migrations/0004-chatbot-tools.ts'
import * as secretCheck from './migrations/0005-secret-check.ts'
import * as turns from './migrations/0006-turns.ts'
import * as chatManners from './migrations/0007-chat-manners.ts'
import * as contactOrder from './migrations/0008-contact-order.ts'
import * as chatIdentity from './migrations/0009-chat-identity.ts'
import * as messageKinds from './migrations/0010-message-kinds.ts'
import * as openMessages from './migrations/0011-open-messages.ts'
import * as firedItems from './migrations/0012-fired-items.ts'
import * as accountAccess from './migrations/0013-account-access.ts'
import * as quotas from './migrations/0014-quotas.ts'
import * as smallSteps from './migrations/0015-small-steps.ts'
import * as campaignList from './migrations/0016-campaign-list.ts'
import * as toldMedia from './migrations/0018-told-media.ts'
import * as textSearch from './migrations/0019-text-search.ts'
import * as apiFailures from './migrations/0020-api-failures.ts'
import * as rejoining from './migrations/0021-rejoining.ts'
import * as smallMerges from './migrations/0022-small-merges.ts'
import * as outgoing from './migrations/0025-outgoing.ts'
import * as mediaAgain from './migrations/0026-media-again.ts'
import * as locks from './migrations/0028-locks.ts'
import * as optOuts from './migrations/0029-opt-outs.ts'
import * as ledger from './migrations/0030-ledger.ts'
import * as campaignStates from './migrations/0031-campaign-states.ts'
import * as answers from './migrations/0032-answers.ts'
import * as contactFields from './migrations/0033-contact-fields.ts'
import * as contactIdentity from './migrations/0034-contact-identity.ts'
import * as numberChecks from './migrations/0035-number-checks.ts'
import * as variants from './migrations/0036-variants.ts'
import * as savedTexts from './migrations/0037-saved-texts.ts'
import * as severalDevices from './migrations/0038-several-devices.ts'
import * as messageCounts from './migrations/0039-message-counts.ts'
import * as clientVersion from './migrations/0044-client-version.ts'
import * as networkNumbers from './migrations/0045-network-numbers.ts'
import * as newChats from './migrations/0046-new-chats.ts'
import * as deviceHealth from './migrations/0047-device-health.ts'
import * as deviceProxies from './migrations/0048-device-proxies.ts'
import * as manners from './migrations/0049-manners.ts'
import * as mediaFacts from './migrations/0051-media-facts.ts'
import * as unansweredChats from './migrations/0053-unanswered-chats.ts'
import * as sentLately from './migrations/0059-sent-lately.ts'
import * as removals from './migrations/0060-removals.ts'
import * as retention from './migrations/0061-retention.ts'
import * as doomedMedia from './migrations/0062-doomed-media.ts'
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

// The missing numbers 17, 23, 24 and 27 were left free: no version had them.
const MIGRATIONS = {
  '0001-main-job': mainJob,
  '0002-chatbots': chatbots,
  '0003-responder': responder,
  '0004-chatbot-tools': chatbotTools,
  '0005-secret-check': secretCheck,
  '0006-turns': turns,
  '0007-chat-manners': chatManners,
  '0008-contact-order': contactOrder,
  '0009-chat-identity': chatIdentity,
  '0010-message-kinds': messageKinds,
  '0011-open-messages': openMessages,
  '0012-fired-items': firedItems,
  '0013-account-access': accountAccess,
  '0014-quotas': quotas,
  '0015-small-steps': smallSteps,
  '0016-campaign-list': campaignList,
  '0018-told-media': toldMedia,
  '0019-text-search': textSearch,
  '0020-api-failures': apiFailures,
  '0021-rejoining': rejoining,
  '0022-small-merges': smallMerges,
  '0025-outgoing': outgoing,
  '0026-media-again': mediaAgain,
  '0028-locks': locks,
  '0029-opt-outs': optOuts,
  '0030-ledger': ledger,
  '0031-campaign-states': campaignStates,
  '0032-answers': answers,
  '0033-contact-fields': contactFields,
  '0034-contact-identity': contactIdentity,
  '0035-number-checks': numberChecks,
  '0036-variants': variants,
  '0037-saved-texts': savedTexts,
  '0038-several-devices': severalDevices,
  '0039-message-counts': messageCounts,
  '0044-client-version': clientVersion,
  '0045-network-numbers': networkNumbers,
  '0046-new-chats': newChats,
  '0047-device-health': deviceHealth,
  '0048-device-proxies': deviceProxies,
  '0049-manners': manners,
  '0051-media-facts': mediaFacts,
  '0053-unanswered-chats': unansweredChats,
  '0059-sent-lately': sentLately,
  '0060-removals': removals,
  '0061-retention': retention,
  '0062-doomed-media': doomedMedia,
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
}

export type Version = keyof typeof MIGRATIONS

/** From the first to the newest. */
export const VERSIONS = Object.keys(MIGRATIONS) as Version[]

/**
 * Brings the database to the newest schema; safe to call on every start, also by several servers
 * at once. Throws the first failure, and StartError for a database of a newer version.
 */
export async function migrate(db: Db): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest()
  if (!error) return
  const newest = await newestOf(db).catch(() => null)
  if (newest === null || newest in MIGRATIONS) throw error
  throw new StartError(
    `The database is of a newer version of Kirim than this server (it has ${newest}). Start that version, or a newer one.`,
  )
}

/**
 * For who works beside a server, which may be of an earlier version: changes nothing. Throws
 * StartError for a database of any other version than this one.
 */
export async function requireNewest(db: Db): Promise<void> {
  if ((await newestOf(db).catch(() => null)) === VERSIONS.at(-1)) return
  throw new StartError(
    'The database is of another version of Kirim than this command. Start this version first: that brings it up to date.',
  )
}

/** The last migration that was applied, by whichever version. */
async function newestOf(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name desc limit 1
  `.execute(db)
  return rows[0]?.name ?? null
}

/** Brings an empty database to the schema of an earlier version. Throws the first failure. */
export async function migrateUpTo(db: Db, name: Version): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(name)
  if (error) throw error
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } })
}
