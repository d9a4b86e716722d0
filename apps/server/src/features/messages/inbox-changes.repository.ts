import { type Db, flag } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import { rewordPreview } from './chats.repository.ts'
import { type ChangeOf, isOpenToEdits, MESSAGE_DELETED, mayChange } from './inbound-changes.ts'
import { type InboxRow, toInboundMessage } from './inbox-rows.ts'
import type { Listeners } from './listeners.ts'
import type {
  Answers,
  ChatNotice,
  InboundChange,
  NotedEntries,
  SentMessages,
} from './messages.ports.ts'
import { namesakesOf } from './namesakes.ts'
import { storeReaction } from './reactions.repository.ts'

/** How long an edit or deletion waits for the message that it arrived before. */
const EARLY_CHANGE_MS = 7 * 24 * 60 * 60_000
const GROUP_SUFFIX = '@g.us'

export interface InboxChangesDeps {
  /** Also of a removed device; null when it was never linked. */
  ownerOf(deviceId: string): Promise<string | null>
  readonly answers: Answers
  readonly sent: SentMessages
  readonly noted: NotedEntries
  readonly listeners: Pick<Listeners, 'hear'>
  /** A chat has changed; called after the commit. */
  onChanged(notice: ChatNotice): void
}

/** Edits, deletions and reactions of inbound messages, before or after the message is stored. */
export function createInboxChanges(
  db: Db,
  { ownerOf, answers, listeners, onChanged }: InboxChangesDeps,
) {
  async function markDeleted(row: InboxRow): Promise<null> {
    await db.transaction().execute(async (tx) => {
      await ofRow(tx, row).set({ deleted: 1 }).execute()
      await rewordPreview(tx, row, null)
      await ofRow(tx, row)
        .set({ state: 'silent', reason: MESSAGE_DELETED })
        .where('state', '=', 'new')
        .execute()
    })
    return null
  }

  /** An opt-out counts in any version of the text, also after the message was answered. */
  async function applyEdit(
    row: InboxRow,
    change: InboundChange,
  ): Promise<{ chatKey: string } | null> {
    const { text, sentAt } = change
    const writes = await listeners.hear(row.user_id, { ...toInboundMessage(row), text })
    const result = await db.transaction().execute(async (tx) => {
      const now = await lockRow(tx, row)
      if (!now || now.deleted === 1 || (now.edited_at ?? 0) >= sentAt) return null
      const isUsed = (await writes?.write(tx)) ?? false
      const edited = { ...toInboundMessage(row), text }
      const hasOpenReply = await answers.hasOpenFirstReply(tx, edited)
      const isOpen = isOpenToEdits({ ...now, hasOpenReply })
      if (isOpen || now.reason === 'answer_saved') await answers.reword(tx, edited)
      await storeWordings(tx, now, change)
      await ofRow(tx, row)
        .set({
          edited_at: sentAt,
          ...(isOpen && { text, wording: now.wording + 1 }),
          ...(isOpen && now.state === 'silent' && { state: 'new', reason: null }),
          ...(isUsed && now.state !== 'answered' && { state: 'silent', reason: 'opt_out' }),
        })
        .execute()
      await rewordPreview(tx, now, text)
      return { isOpen: isOpen && !isUsed }
    })
    if (result) await writes?.written()
    return result?.isOpen ? { chatKey: row.chat_key } : null
  }

  return {
    /** The changes that arrived before their message. */
    async of({ deviceId, messageId }: InboundMessage): Promise<ChangeOf[]> {
      const rows = await changesOf(db, { deviceId, messageId })
      return rows.map((row) => ({
        chat: row.chat_jid.endsWith(GROUP_SUFFIX) ? 'group' : 'individual',
        chatJid: row.chat_jid,
        chatLid: row.chat_lid,
        senderJid: row.sender_jid,
        senderNumber: row.sender_number,
        what: row.what,
        byAdmin: row.by_admin === 1,
        text: row.text,
        at: row.at,
      }))
    },

    /**
     * Stores a change, before or after its message; safe to repeat. Returns the chat when a message
     * has to be answered again.
     */
    async keep(change: InboundChange, now: number): Promise<{ chatKey: string } | null> {
      const { what, deviceId } = change
      const workspaceId = await ownerOf(deviceId)
      if (workspaceId === null) return null
      if (what === 'reacted') {
        await storeReaction(db, change)
        onChanged({ workspaceId, deviceId, entryIds: [change.messageId] })
        return null
      }
      // The owner's own messages need no answer; as a group admin the owner can delete others'.
      if (change.fromMe && !change.byAdmin) return null
      const rows = await namesakesOf(db, change)
      const row = rows.find(
        (one) => one.state !== 'own' && mayChange(change, toInboundMessage(one)),
      )
      if (!row) {
        await storeEarlyChange(db, { ...change, what }, now)
        return null
      }
      const open = change.what === 'deleted' ? await markDeleted(row) : await applyEdit(row, change)
      onChanged({ workspaceId, deviceId, chatKey: row.chat_key, entryIds: [row.message_id] })
      return open
    },
  }
}

const changesOf = prepared((db, { deviceId, messageId }: { deviceId: string; messageId: string }) =>
  db
    .selectFrom('inbox_changes')
    .select(['chat_jid', 'chat_lid', 'sender_jid', 'sender_number'])
    .select(['what', 'by_admin', 'text', 'at'])
    .where('device_id', '=', deviceId)
    .where('message_id', '=', messageId),
)

function ofRow(db: Db, row: Pick<InboxRow, 'device_id' | 'message_id'>) {
  return db
    .updateTable('inbox')
    .where('device_id', '=', row.device_id)
    .where('message_id', '=', row.message_id)
}

/** Stores the original and the new text, in that order whatever the sender's clock says. */
async function storeWordings(
  tx: Db,
  row: InboxRow,
  { text, sentAt }: Pick<InboundChange, 'text' | 'sentAt'>,
): Promise<void> {
  const { device_id, message_id } = row
  await tx
    .insertInto('message_wordings')
    .values([
      ...(row.edited_at === null
        ? [{ device_id, message_id, at: Math.min(row.sent_at, sentAt - 1), text: row.text }]
        : []),
      { device_id, message_id, at: sentAt, text },
    ])
    .onConflict((conflict) => conflict.columns(['device_id', 'message_id', 'at']).doNothing())
    .execute()
}

async function lockRow(tx: Db, row: InboxRow): Promise<InboxRow | null> {
  const locked = await ofRow(tx, row)
    .set((eb) => ({ wording: eb.ref('wording') }))
    .returningAll()
    .executeTakeFirst()
  return locked ?? null
}

/** A change whose message has not arrived yet. */
type EarlyChange = InboundChange & { readonly what: 'deleted' | 'edited' }

async function storeEarlyChange(db: Db, change: EarlyChange, now: number): Promise<void> {
  const { deviceId, sentAt: at } = change
  await db
    .deleteFrom('inbox_changes')
    .where('device_id', '=', deviceId)
    .where('received_at', '<', now - EARLY_CHANGE_MS)
    .execute()
  const what = { text: change.text, by_admin: flag(change.byAdmin), at, received_at: now }
  await db
    .insertInto('inbox_changes')
    .values({
      ...what,
      device_id: deviceId,
      message_id: change.messageId,
      sender_jid: change.senderJid,
      what: change.what,
      chat_jid: change.chatJid,
      chat_lid: change.chatLid,
      sender_number: change.senderNumber,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'message_id', 'sender_jid', 'what'])
        .doUpdateSet(what)
        .where('inbox_changes.at', '<', at),
    )
    .execute()
}
