import { type DeleteResult, type RawBuilder, type SqlBool, sql } from 'kysely'
import type {
  AgingPlace,
  AgingQuery,
  AgingRows,
  AgingStep,
} from '../../platform/database/aging-rows.ts'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { InboxTable } from '../../platform/database/schema/inbox.ts'
import {
  emptyMessages,
  type ForgottenMessage,
  forgetFiles,
  forgetMessages,
  forgetWordings,
  isAmong,
  type Key,
} from './forget-messages.ts'
import type { Answers } from './messages.ports.ts'

const NEW = sql.lit<InboxTable['state']>('new')
const DAY_MS = 86_400_000
/** The network holds a message for a device that is away for some weeks. */
const IDS_KEPT_MS = 365 * DAY_MS

/**
 * Removes settled old inbound messages with their replies, and keeps their ids. The newest message
 * of each side of a chat stays without its text, because it shows that the chat exists and which
 * number belongs to a LID.
 */
export function createAgingInbox(answers: Pick<Answers, 'areOpen' | 'forget'>): AgingRows {
  return {
    name: 'inbox',
    async step(tx, query): Promise<AgingStep> {
      const page = await pageOf(tx, sql`from inbox`, query)
      const aged = await findAged(tx, page.keys, query.before, answers.areOpen)
      const removable = aged.filter(({ isLast }) => !isLast)
      await answers.forget(
        tx,
        aged.map((row) => ({ deviceId: row.device_id, messageId: row.message_id })),
      )
      await forgetMessages(tx, removable, query.now)
      const worded = aged.filter(({ isLast, hasWords }) => isLast && hasWords)
      await emptyMessages(tx, worded)
      await forgetWordings(tx, aged)
      const mediaIds = await forgetFiles(tx, aged)
      return { last: page.last, removed: removable.length, emptied: worded.length, mediaIds }
    },
  }
}

/** Clears the previews of chats without recent messages; the chats stay. */
export const agingPreviews: AgingRows = {
  name: 'chats',
  async step(tx, { after, rows, before }): Promise<AgingStep> {
    const page = await tx
      .selectFrom('chats')
      .select('id')
      .where('id', '>', after?.[0] ?? '')
      .orderBy('id')
      .limit(rows)
      .execute()
    const ids = page.map(({ id }) => id)
    const end = ids.at(-1)
    if (end === undefined) return { last: null, removed: 0, emptied: 0, mediaIds: [] }
    const { numUpdatedRows } = await tx
      .updateTable('chats')
      .set({ preview: '', preview_kind: 'text' })
      .where('id', 'in', ids)
      .where('last_at', '<', before)
      .where((eb) => eb.or([eb('preview', '<>', ''), eb('preview_kind', '<>', 'text')]))
      .executeTakeFirstOrThrow()
    const last: AgingPlace | null = ids.length === rows ? [end, ''] : null
    return { last, removed: 0, emptied: Number(numUpdatedRows), mediaIds: [] }
  },
}

/** Reactions, also to sent or pruned messages. */
export const agingReactions = agingKeys(
  'reactions',
  sql`from message_reactions`,
  (tx, keys, { before }) =>
    tx.deleteFrom('message_reactions').where(isAmong(keys)).where('at', '<', before),
)

/** Wordings of sent messages; those of received ones go with these. */
export const agingWordings = agingKeys(
  'wordings',
  sql`from message_wordings`,
  (tx, keys, { before }) =>
    tx
      .deleteFrom('message_wordings')
      .where(isAmong(keys))
      .where('at', '<', before)
      .where(
        sql<SqlBool>`not exists (
          select 1 from inbox
          where inbox.device_id = message_wordings.device_id
            and inbox.message_id = message_wordings.message_id
        )`,
      ),
)

/** Removes the ids of messages that the network no longer delivers. */
export const agingInboxIds = agingKeys('inbox ids', sql`from pruned_inbox`, (tx, keys, { now }) =>
  tx
    .deleteFrom('pruned_inbox')
    .where(isAmong(keys))
    .where('pruned_at', '<', now - IDS_KEPT_MS),
)

function agingKeys(
  name: AgingRows['name'],
  from: RawBuilder<unknown>,
  deletion: (
    tx: Db,
    keys: readonly Key[],
    query: AgingQuery,
  ) => { executeTakeFirstOrThrow(): Promise<DeleteResult> },
): AgingRows {
  return {
    name,
    async step(tx, query): Promise<AgingStep> {
      const { keys, last } = await pageOf(tx, from, query)
      if (keys.length === 0) return { last, removed: 0, emptied: 0, mediaIds: [] }
      const { numDeletedRows } = await deletion(tx, keys, query).executeTakeFirstOrThrow()
      return { last, removed: Number(numDeletedRows), emptied: 0, mediaIds: [] }
    },
  }
}

/** Whether a message was stored and has been pruned since. */
export async function wasPruned(
  tx: Db,
  { deviceId, messageId }: { readonly deviceId: string; readonly messageId: string },
): Promise<boolean> {
  const rows = await findPruned(tx, { deviceId, messageId })
  return rows.length > 0
}

const findPruned = prepared(
  (db, { deviceId, messageId }: { deviceId: string; messageId: string }) =>
    db
      .selectFrom('pruned_inbox')
      .select('message_id')
      .where('device_id', '=', deviceId)
      .where('message_id', '=', messageId),
)

/** SQL condition: the message still has its content. */
export const hasWords = sql<SqlBool>`(inbox.text <> '' or inbox.kind <> 'text')`

interface AgedMessage extends ForgottenMessage {
  /** No newer message of its side of the chat has the same identity. */
  readonly isLast: boolean
  readonly hasWords: boolean
}

async function findAged(
  tx: Db,
  keys: readonly Key[],
  before: number,
  areOpen: RawBuilder<SqlBool>,
): Promise<AgedMessage[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<ForgottenMessage & { last: number; worded: number }>`
    select device_id, message_id, network_id, chat, chat_jid, sender_jid, state,
      case when chat = 'group' or exists (
        select 1 from inbox as later
        where later.device_id = inbox.device_id and later.chat_key = inbox.chat_key
          and (later.received_at, later.message_id) > (inbox.received_at, inbox.message_id)
          and (later.state = 'own') = (inbox.state = 'own')
          and coalesce(later.chat_lid, '') = coalesce(inbox.chat_lid, '')
          and (later.sender_number is null) = (inbox.sender_number is null)
      ) then 0 else 1 end as last,
      case when text <> '' or sender_name <> '' or kind <> 'text' then 1 else 0 end as worded
    from inbox
    where ${isAmong(keys)} and state <> ${NEW} and received_at < ${before}
      and not ${areOpen}
  `.execute(tx)
  return rows.map(({ last, worded, ...key }) => ({
    ...key,
    isLast: last === 1,
    hasWords: worded === 1,
  }))
}

/** The keys of the next page, and where the page after it begins. */
async function pageOf(
  tx: Db,
  from: RawBuilder<unknown>,
  { after, rows: size }: AgingQuery,
): Promise<{ keys: readonly Key[]; last: AgingPlace | null }> {
  const { rows: keys } = await sql<Key>`
    select device_id, message_id ${from}
    where (device_id, message_id) > (${after?.[0] ?? ''}, ${after?.[1] ?? ''})
    order by device_id, message_id limit ${size}
  `.execute(tx)
  const end = keys.at(-1)
  return { keys, last: end && keys.length === size ? [end.device_id, end.message_id] : null }
}
