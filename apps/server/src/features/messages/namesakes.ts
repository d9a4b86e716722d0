import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import { isSamePlace } from './inbound-changes.ts'
import { asInbound, COLUMNS, type InboxRow } from './inbox-rows.ts'

/** The network's id of a message to a device. */
interface Id {
  readonly deviceId: string
  readonly messageId: string
}

/** Enough to tell messages with one id apart, and too little to tell whose they were. */
const PLACE_LENGTH = 4

/**
 * The messages with this id: it is one in a chat, and in a group for each writer, since whoever
 * writes chooses it.
 */
export async function namesakesOf(db: Db, { deviceId, messageId }: Id): Promise<InboxRow[]> {
  const rows = await stored(db, { deviceId, messageId })
  return rows.filter((row) => (row.network_id ?? row.message_id) === messageId)
}

/** Whether this row is that message. */
export function isRowOf(row: InboxRow, message: InboundMessage): boolean {
  const { fromMe } = asInbound(row)
  return fromMe === message.fromMe && isSamePlace(asInbound(row), message)
}

/**
 * The next key for a message, where others have those that were tried. Null when it is stored, or
 * was: of ids that were removed before places were kept nothing tells whose they are.
 */
export async function nextKey(
  db: Db,
  message: InboundMessage,
  tried: number,
): Promise<string | null> {
  const { deviceId, messageId } = message
  const rows = await namesakesOf(db, message)
  const gone = (await removed(db, { deviceId, messageId })).filter(
    (row) => (row.network_id ?? row.message_id) === messageId,
  )
  const place = placeOf(message)
  if (rows.some((row) => isRowOf(row, message))) return null
  if (gone.some((row) => row.place === null || row.place === place)) return null
  return `${messageId}~${rows.length + gone.length + tried}`
}

/** What is kept of a removed message's chat and writer. */
export function placeOf({
  chat,
  chatJid,
  senderJid,
  fromMe,
}: Pick<InboundMessage, 'chat' | 'chatJid' | 'senderJid' | 'fromMe'>): string {
  const writer = chat === 'group' ? senderJid : fromMe
  return createHash('sha256').update(`${chatJid}/${writer}`).digest('hex').slice(0, PLACE_LENGTH)
}

const stored = prepared((db, { deviceId, messageId }: Id) =>
  db
    .selectFrom('inbox')
    .select(COLUMNS)
    // With the device said once, SQLite would read all of its messages.
    .where((eb) =>
      eb.or([
        eb.and({ device_id: deviceId, message_id: messageId }),
        eb.and({ device_id: deviceId, network_id: messageId }),
      ]),
    ),
)

const removed = prepared((db, { deviceId, messageId }: Id) =>
  db
    .selectFrom('pruned_inbox')
    .select(['message_id', 'network_id', 'place'])
    .where((eb) =>
      eb.or([
        eb.and({ device_id: deviceId, message_id: messageId }),
        eb.and({ device_id: deviceId, network_id: messageId }),
      ]),
    ),
)
