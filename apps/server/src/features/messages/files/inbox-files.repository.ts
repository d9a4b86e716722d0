import { CHAT_FILE_FETCHED_MAX_BYTES } from '@kirim/contract/limits'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { type Db, flag } from '../../../platform/database/database.ts'
import type { InboxFileTable } from '../../../platform/database/schema/inbound-files.ts'
import type { InboxTable } from '../../../platform/database/schema/inbox.ts'
import type { MessageKey } from '../../../platform/inbound-message.ts'
import type { StoredContent, StoredFile } from '../../../platform/message-content.ts'

type InboxRow = Selectable<InboxTable>

/** Waits longer after each failure, a day in all. */
export const ATTEMPTS_MAX = 10

/** The file of a stored message; null when it has none, or was deleted for everybody. */
export function fileOfContent({ content, deleted }: Pick<InboxRow, 'content' | 'deleted'>) {
  if (content === null || deleted === 1) return null
  return (JSON.parse(content) as StoredContent).file ?? null
}

/**
 * Asks for the files of messages that were just stored, in their transaction; not the large ones,
 * and not those of groups that nobody is shown.
 */
export async function askForFiles(tx: Db, rows: readonly InboxRow[]): Promise<void> {
  const small = rows.filter((row) => {
    const file = row.state === 'old' ? null : fileOfContent(row)
    return file !== null && file.fileSize <= CHAT_FILE_FETCHED_MAX_BYTES
  })
  const inGroups = small.filter(({ chat }) => chat === 'group').map((row) => row.device_id)
  const showing = await showingGroups(tx, [...new Set(inGroups)])
  const asked = small.filter((row) => row.chat !== 'group' || showing.has(row.device_id))
  if (asked.length === 0) return
  await tx
    .insertInto('inbox_files')
    .values(
      asked.map((row) => ({
        device_id: row.device_id,
        message_id: row.message_id,
        state: 'asked' as const,
        media_id: null,
        preview_id: null,
        clicked: flag(false),
        attempts: 0,
        next_at: row.received_at,
      })),
    )
    .onConflict((conflict) => conflict.columns(['device_id', 'message_id']).doNothing())
    .execute()
}

/** The numbers among these whose groups are shown. */
async function showingGroups(tx: Db, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('chat_numbers')
    .select('device_id')
    .where('device_id', 'in', deviceIds)
    .where('shows_groups', '=', 1)
    .execute()
  return new Set(rows.map((row) => row.device_id))
}

/** A file that waits to be fetched. */
export interface AskedFile extends MessageKey {
  readonly workspaceId: string
  readonly networkId: string
  readonly chatJid: string
  readonly senderJid: string
  readonly isGroup: boolean
  readonly fromMe: boolean
  readonly kind: InboxRow['kind']
  readonly file: StoredFile
  readonly isClicked: boolean
  readonly attempts: number
}

/** Where a file is now. */
export interface FileState {
  readonly state: InboxFileTable['state']
  readonly mediaId?: string | null
  readonly previewId?: string | null
}

export function createInboxFiles(db: Db) {
  return {
    /** The next file that is due on a device, and when the one after it is; null for none. */
    async nextAsked(deviceId: string, now: number): Promise<AskedFile | { dueAt: number } | null> {
      const next = await db
        .selectFrom('inbox_files as file')
        .leftJoin('inbox', (join) =>
          join
            .onRef('inbox.device_id', '=', 'file.device_id')
            .onRef('inbox.message_id', '=', 'file.message_id'),
        )
        .selectAll('file')
        .select(['user_id', 'network_id', 'chat_jid', 'chat', 'sender_jid', 'kind'])
        .select(['inbox.state as message_state', 'content', 'deleted'])
        .where('file.device_id', '=', deviceId)
        .where('file.state', '=', 'asked')
        .orderBy('next_at')
        .limit(1)
        .executeTakeFirst()
      if (!next) return null
      if (next.next_at > now) return { dueAt: next.next_at }
      const { device_id, message_id, content, deleted, user_id } = next
      const file = deleted === null ? null : fileOfContent({ content, deleted })
      if (!file || user_id === null || next.kind === null) {
        // Its message is gone, or was deleted.
        await settleFile(db, { deviceId: device_id, messageId: message_id }, { state: 'gone' })
        return { dueAt: now }
      }
      return {
        deviceId: device_id,
        messageId: message_id,
        workspaceId: user_id,
        networkId: next.network_id ?? message_id,
        chatJid: next.chat_jid ?? '',
        senderJid: next.sender_jid ?? '',
        isGroup: next.chat === 'group',
        fromMe: next.message_state === 'own',
        kind: next.kind,
        file,
        isClicked: next.clicked === 1,
        attempts: next.attempts,
      }
    },

    /** Records what became of an asked file; false when it is not asked for any more. */
    settle: (key: MessageKey, state: FileState) => settleFile(db, key, state),

    /** Tries again at a time. */
    async postpone({ deviceId, messageId }: MessageKey, nextAt: number): Promise<void> {
      await db
        .updateTable('inbox_files')
        .set((eb) => ({ next_at: nextAt, attempts: eb('attempts', '+', 1) }))
        .where('device_id', '=', deviceId)
        .where('message_id', '=', messageId)
        .where('state', '=', 'asked')
        .execute()
    },

    /** Asks for a file by a click. What is here, or beyond all bounds, stays as it is. */
    async ask({ deviceId, messageId }: MessageKey, now: number): Promise<void> {
      const asked = { state: 'asked' as const, clicked: flag(true), attempts: 0, next_at: now }
      await db
        .insertInto('inbox_files')
        .values({
          ...asked,
          device_id: deviceId,
          message_id: messageId,
          media_id: null,
          preview_id: null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['device_id', 'message_id'])
            .doUpdateSet(asked)
            .where('inbox_files.state', 'in', ['asked', 'away', 'gone']),
        )
        .execute()
    },

    /** What became of the files of these messages of a device, by the messages' keys. */
    async among(
      deviceId: string,
      messageIds: readonly string[],
    ): Promise<ReadonlyMap<string, Required<FileState>>> {
      if (messageIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('inbox_files')
        .select(['message_id', 'state', 'media_id', 'preview_id'])
        .where('device_id', '=', deviceId)
        .where('message_id', 'in', messageIds)
        .execute()
      return new Map(
        rows.map((row) => [
          row.message_id,
          { state: row.state, mediaId: row.media_id, previewId: row.preview_id },
        ]),
      )
    },

    /** The devices with files that wait to be fetched. */
    async devicesThatWait(): Promise<string[]> {
      const rows = await db
        .selectFrom('inbox_files')
        .select('device_id')
        .distinct()
        .where('state', '=', 'asked')
        .execute()
      return rows.map((row) => row.device_id)
    },
  }
}

export type InboxFiles = ReturnType<typeof createInboxFiles>

async function settleFile(
  db: Db,
  { deviceId, messageId }: MessageKey,
  { state, mediaId = null, previewId = null }: FileState,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inbox_files')
    .set({ state, media_id: mediaId, preview_id: previewId })
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId)
    .where('state', '=', 'asked')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** SQL condition on a column of media ids: a received message has the file. */
export function inboundNeedsMedia(mediaId: string) {
  return sql<SqlBool>`(exists (
    select 1 from inbox_files where inbox_files.media_id = ${sql.ref(mediaId)}
  ) or exists (select 1 from inbox_files where inbox_files.preview_id = ${sql.ref(mediaId)}))`
}
