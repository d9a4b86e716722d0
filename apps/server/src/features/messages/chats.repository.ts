import type { MessageKind } from '@kirim/contract/message-kinds'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { columnsOf, preparedForSome } from '../../platform/database/prepared.ts'
import type { Flag } from '../../platform/database/schema/flag.ts'
import type { ChatTable } from '../../platform/database/schema/inbox.ts'
import { newId } from '../../platform/ids.ts'

/** A prepared statement is cached for each number of rows. */
const FILLED_AT_ONCE = 32

/** The length at which previews are cut. */
const PREVIEW_LETTERS = 160

/** What a chat shows of a message. */
export interface ChatMessage {
  readonly workspaceId: string
  readonly deviceId: string
  readonly chatKey: string
  readonly kind: ChatTable['kind']
  readonly jid: string
  readonly number: string | null
  readonly lid: string | null
  readonly username: string | null
  readonly name: string
  readonly text: string
  readonly messageKind: MessageKind
  readonly by: ChatTable['last_by']
  /** Who of the team wrote it. */
  readonly personId?: string
  readonly at: number
  /** When it was written, if that was before `at`. */
  readonly writtenAt?: number
  /** Of an answer after which the person still waits: for people. */
  readonly keepsWaiting?: boolean
  /** Of a person's message that needs no answer: they opt out, or come back. */
  readonly isUsed?: boolean
}

/** Senders whose message answers a person, who then no longer waits. */
const ANSWERING: ReadonlySet<ChatTable['last_by']> = new Set([
  'phone',
  'member',
  'chatbot',
  'opt_out',
  'call',
])

/**
 * Updates the chats of messages in the transaction that stores these, and creates the new ones;
 * returns the chat id of each message. Call it after locking campaigns. Rows are locked in the
 * order of their keys, so that two nodes do not deadlock.
 */
export async function updateChats(tx: Db, messages: readonly ChatMessage[]): Promise<string[]> {
  const ids = new Map<string, string>()
  await upsertAll(tx, messages, upsertChats, ids)
  return idsOf(messages, ids)
}

/**
 * The same for messages stored by older versions: they leave nobody waiting and never replace newer
 * values. Each chat is written once, with the combined data of its messages.
 */
export async function fillChats(tx: Db, messages: readonly ChatMessage[]): Promise<string[]> {
  const byChat = Map.groupBy(messages.toSorted(byPlace), placeOf)
  const chats = [...byChat.values()].map(combine)
  const ids = new Map<string, string>()
  for (let from = 0; from < chats.length; from += FILLED_AT_ONCE) {
    await upsertAll(tx, chats.slice(from, from + FILLED_AT_ONCE), fillChatRows, ids)
  }
  return idsOf(messages, ids)
}

/** The newest message of a chat, completed with identities from the older ones. */
function combine(oldestFirst: readonly ChatMessage[]): ChatMessage {
  return oldestFirst.reduce((all, one) => ({
    ...one,
    number: one.number ?? all.number,
    lid: one.lid ?? all.lid,
    username: one.username ?? all.username,
    name: one.name || all.name,
  }))
}

async function upsertAll(
  tx: Db,
  messages: readonly ChatMessage[],
  upsert: typeof upsertChats,
  ids: Map<string, string>,
): Promise<void> {
  for (let left = messages.toSorted(byPlace); left.length > 0; ) {
    // An upsert must not touch a row twice.
    const once = left.filter((one, n) => n === 0 || placeOf(left[n - 1] ?? one) !== placeOf(one))
    for (const row of await upsert(tx, once.map(toRow))) {
      ids.set(`${row.device_id} ${row.chat_key}`, row.id)
    }
    left = left.filter((one) => !once.includes(one))
  }
}

function idsOf(messages: readonly ChatMessage[], ids: ReadonlyMap<string, string>): string[] {
  return messages.map((one) => {
    const id = ids.get(placeOf(one))
    if (id === undefined) throw new Error('A chat was not stored.')
    return id
  })
}

const placeOf = ({ deviceId, chatKey }: ChatMessage) => `${deviceId} ${chatKey}`

function byPlace(a: ChatMessage, b: ChatMessage): number {
  const [one, other] = [placeOf(a), placeOf(b)]
  if (one !== other) return one < other ? -1 : 1
  return a.at - b.at
}

/** Whether people take over from chatbots; in a group the phone's word is one of many. */
function isWord({ by, kind }: ChatMessage): boolean {
  return by === 'member' || (by === 'phone' && kind === 'individual')
}

type ChatRow = Insertable<ChatTable>

function toRow(message: ChatMessage): ChatRow {
  const { by, at } = message
  return {
    id: newId(),
    user_id: message.workspaceId,
    device_id: message.deviceId,
    chat_key: message.chatKey,
    kind: message.kind,
    jid: message.jid,
    number: message.number,
    lid: message.lid,
    username: message.username,
    name: message.name,
    preview: previewOf(message.text),
    preview_kind: message.messageKind,
    last_by: by,
    last_at: at,
    last_person_id: message.personId ?? null,
    unread: by === 'person' ? 1 : 0,
    waiting_since: (by === 'person' && !message.isUsed) || message.keepsWaiting ? at : null,
    opened_at: at,
    word_at: isWord(message) ? Math.min(message.writtenAt ?? at, at) : null,
  }
}

/** The beginning of a text on one line, cut between characters. */
export function previewOf(text: string): string {
  const line = text
    .slice(0, 4 * PREVIEW_LETTERS)
    .replaceAll(/\s+/g, ' ')
    .trim()
  return [...line].slice(0, PREVIEW_LETTERS).join('')
}

const COLUMNS = [
  'id',
  'user_id',
  'device_id',
  'chat_key',
  'kind',
  'jid',
  'number',
  'lid',
  'username',
  'name',
  'preview',
  'preview_kind',
  'last_by',
  'last_at',
  'last_person_id',
  'unread',
  'waiting_since',
  'opened_at',
  'word_at',
] as const satisfies (keyof ChatTable)[]

/** The value that belongs to the newer message. */
const newer = <Value>(
  column: 'preview' | 'preview_kind' | 'last_by' | 'last_at' | 'last_person_id',
) =>
  sql<Value>`case when excluded.last_at >= chats.last_at then ${sql.ref(`excluded.${column}`)}
    else ${sql.ref(`chats.${column}`)} end`

const NEWEST = {
  preview: newer<string>('preview'),
  preview_kind: newer<MessageKind>('preview_kind'),
  last_by: newer<ChatTable['last_by']>('last_by'),
  last_at: newer<number>('last_at'),
  last_person_id: newer<string | null>('last_person_id'),
}

/** Groups are hidden unless their number shows them. */
const isHidden = ({ kind, device_id: deviceId }: Pick<ChatRow, 'kind' | 'device_id'>) =>
  sql<Flag>`case when ${kind} = 'group' and not exists (
    select 1 from chat_numbers where chat_numbers.device_id = ${deviceId} and shows_groups = 1
  ) then 1 else 0 end`

const ANSWERS = sql.join([...ANSWERING].map((by) => sql.lit(by)))

const upsertChats = preparedForSome((tx, rows: readonly ChatRow[]) =>
  tx
    .insertInto('chats')
    .values(rows.map((row) => ({ ...columnsOf(row, COLUMNS), hidden: isHidden(row) })))
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'chat_key']).doUpdateSet((eb) => ({
        ...NEWEST,
        jid: eb.ref('excluded.jid'),
        number: eb.fn.coalesce('excluded.number', 'chats.number'),
        lid: eb.fn.coalesce('excluded.lid', 'chats.lid'),
        username: eb.fn.coalesce('excluded.username', 'chats.username'),
        name: sql<string>`case when excluded.name <> '' then excluded.name else chats.name end`,
        // Closed or put aside, it comes back when the person writes.
        opened_at: sql<number>`case when excluded.waiting_since is not null and chats.closed_at is not null
          then excluded.last_at else coalesce(chats.opened_at, excluded.opened_at) end`,
        closed_at: sql<number | null>`case when excluded.waiting_since is not null then null
          else chats.closed_at end`,
        snoozed_at: sql<number | null>`case when excluded.waiting_since is not null then null
          else chats.snoozed_at end`,
        snoozed_until: sql<number | null>`case when excluded.waiting_since is not null then null
          else chats.snoozed_until end`,
        unread: sql<number>`case when excluded.last_by in ('phone', 'member') then 0
          else chats.unread + excluded.unread end`,
        waiting_since: sql<number | null>`case
          when excluded.last_by in (${ANSWERS}) and excluded.waiting_since is null then null
          else coalesce(chats.waiting_since, excluded.waiting_since) end`,
        word_at: sql<number | null>`case
          when excluded.word_at > coalesce(chats.word_at, 0) then excluded.word_at
          else chats.word_at end`,
      })),
    )
    .returning(['id', 'device_id', 'chat_key']),
)

const fillChatRows = preparedForSome((tx, rows: readonly ChatRow[]) =>
  tx
    .insertInto('chats')
    .values(
      rows.map((row) => ({
        ...columnsOf(row, COLUMNS),
        hidden: isHidden(row),
        unread: sql<number>`0`,
        waiting_since: sql<null>`null`,
        word_at: sql<null>`null`,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'chat_key']).doUpdateSet((eb) => ({
        ...NEWEST,
        number: eb.fn.coalesce('chats.number', 'excluded.number'),
        lid: eb.fn.coalesce('chats.lid', 'excluded.lid'),
        username: eb.fn.coalesce('chats.username', 'excluded.username'),
        name: sql<string>`case when chats.name <> '' then chats.name else excluded.name end`,
      })),
    )
    .returning(['id', 'device_id', 'chat_key']),
)

/** Updates the preview of a chat whose last message was edited or deleted. */
export async function rewordPreview(
  tx: Db,
  {
    chat_id: id,
    received_at: at,
  }: { readonly chat_id: string | null; readonly received_at: number },
  text: string | null,
): Promise<void> {
  if (id === null) return
  await tx
    .updateTable('chats')
    .set({ preview: previewOf(text ?? ''), ...(text === null && { preview_kind: 'text' }) })
    .where('id', '=', id)
    .where('last_at', '=', at)
    .where('last_by', '=', 'person')
    .execute()
}
