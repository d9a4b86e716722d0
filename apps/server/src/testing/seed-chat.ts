import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/ids.ts'

interface SeededChat {
  readonly workspaceId: string
  readonly deviceId: string
  readonly chatKey: string
  readonly assignedTo?: string | null
}

/** Inserts a chat with a person who has written once. Returns its id. */
export async function seedChat(db: Db, chat: SeededChat): Promise<string> {
  const id = newId()
  await db
    .insertInto('chats')
    .values({
      id,
      user_id: chat.workspaceId,
      device_id: chat.deviceId,
      chat_key: chat.chatKey,
      kind: 'individual',
      jid: `${chat.chatKey}@s.whatsapp.net`,
      number: chat.chatKey,
      lid: null,
      username: null,
      name: '',
      preview: '',
      preview_kind: 'text',
      last_by: 'person',
      last_at: 0,
      unread: 1,
      waiting_since: null,
      assigned_to: chat.assignedTo ?? null,
    })
    .execute()
  return id
}
