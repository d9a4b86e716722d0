import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import { isSamePlace } from './inbound-changes.ts'
import { COLUMNS, type InboxRow, toInboundMessage } from './inbox-rows.ts'

/** The network's id of a message to a device. */
interface Id {
  readonly deviceId: string
  readonly messageId: string
}

/** Long enough to distinguish messages with one id, too short to identify their author. */
const PLACE_LENGTH = 4

/**
 * The messages with this network id. Senders choose ids, so an id is unique only within a chat, and
 * in a group only for each author.
 */
export async function namesakesOf(db: Db, { deviceId, messageId }: Id): Promise<InboxRow[]> {
  const rows = await rowsWithId(db, { deviceId, messageId })
  return rows.filter((row) => (row.network_id ?? row.message_id) === messageId)
}

/** Whether a row stores this message. */
export function isRowOf(row: InboxRow, message: InboundMessage): boolean {
  const { fromMe } = toInboundMessage(row)
  return fromMe === message.fromMe && isSamePlace(toInboundMessage(row), message)
}

/**
 * The next key to try for a message when other messages have the earlier ones. Null when the
 * message is stored, or was and is pruned; ids pruned by older versions carry no author, and count
 * as its own.
 */
export async function nextKey(
  db: Db,
  message: InboundMessage,
  attempts: number,
): Promise<string | null> {
  const { deviceId, messageId } = message
  const rows = await namesakesOf(db, message)
  const pruned = (await prunedWithId(db, { deviceId, messageId })).filter(
    (row) => (row.network_id ?? row.message_id) === messageId,
  )
  const place = placeOf(message)
  if (rows.some((row) => isRowOf(row, message))) return null
  if (pruned.some((row) => row.place === null || row.place === place)) return null
  return `${messageId}~${rows.length + pruned.length + attempts}`
}

/** A short hash of a pruned message's chat and author. */
export function placeOf({
  chat,
  chatJid,
  senderJid,
  fromMe,
}: Pick<InboundMessage, 'chat' | 'chatJid' | 'senderJid' | 'fromMe'>): string {
  const writer = chat === 'group' ? senderJid : fromMe
  return createHash('sha256').update(`${chatJid}/${writer}`).digest('hex').slice(0, PLACE_LENGTH)
}

const rowsWithId = prepared((db, { deviceId, messageId }: Id) =>
  db
    .selectFrom('inbox')
    .select(COLUMNS)
    // With the device in one condition, SQLite would read all of its messages.
    .where((eb) =>
      eb.or([
        eb.and({ device_id: deviceId, message_id: messageId }),
        eb.and({ device_id: deviceId, network_id: messageId }),
      ]),
    ),
)

const prunedWithId = prepared((db, { deviceId, messageId }: Id) =>
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
