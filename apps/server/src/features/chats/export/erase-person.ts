import { setImmediate } from 'node:timers/promises'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { createPersonNotes } from '../contact/person-notes.repository.ts'
import { seenChats } from '../list/chat-lists.repository.ts'

/** Messages of a chat that one step erases. */
const AT_ONCE = 100

/** What one step has erased. */
export interface ErasedStep {
  readonly erased: number
  /** Files that the messages named, and that may be unused now. */
  readonly mediaIds: readonly string[]
}

/** Erases some messages of a chat in a transaction; none are left once it erased none. */
export type EraseMessages = (tx: Db, chatId: string, most: number) => Promise<ErasedStep>

export interface EraseDeps {
  readonly db: Db
  readonly store: Pick<ChatsStore, 'rows'>
  /** Of what came in, and of what left; what is on its way stays. */
  readonly eraseMessages: readonly EraseMessages[]
  /** Clears what chats show of their last message. */
  clearChat(tx: Db, chatId: string): Promise<void>
  /** Deletes those of these files that nothing needs. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
}

/**
 * Erases what is stored of a person's chats on all numbers that are seen, and the notes about them;
 * the chats stay, empty.
 * In short transactions: a request that was cut off is repeated, and goes on. Returns the number of
 * messages.
 */
export async function erasePerson(deps: EraseDeps, sight: Sight, chat: ChatRow): Promise<number> {
  const { db, store } = deps
  const rows = await db
    .selectFrom(store.rows.as('chat'))
    .selectAll('chat')
    .$call(seenChats(sight))
    .where((eb) =>
      chat.kind === 'group'
        ? eb('chat.id', '=', chat.id)
        : eb.or([
            eb('chat.id', '=', chat.id),
            eb('chat.number', '=', chat.number),
            eb('chat.lid', '=', chat.lid),
          ]),
    )
    .execute()
  let erased = 0
  for (const { id } of rows) erased += await eraseChat(deps, id)
  await createPersonNotes(db).removeAllOf(chat)
  return erased
}

async function eraseChat(deps: EraseDeps, chatId: string): Promise<number> {
  const { db } = deps
  let erased = 0
  for (const erase of deps.eraseMessages) {
    for (;;) {
      const step = await db.transaction().execute((tx) => erase(tx, chatId, AT_ONCE))
      if (step.mediaIds.length > 0) await deps.releaseUnused(step.mediaIds)
      erased += step.erased
      if (step.erased < AT_ONCE) break
      await setImmediate()
    }
  }
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('chat_entries').where('chat_id', '=', chatId).execute()
    await tx
      .updateTable('member_messages')
      .set({ text: '', content: null, media_id: null })
      .where('chat_id', '=', chatId)
      .where('state', 'in', ['given', 'withdrawn'])
      .execute()
    await deps.clearChat(tx, chatId)
  })
  return erased
}
