import type { Db } from '../../../platform/database/database.ts'
import type { ChatsStore } from '../chats.ports.ts'
import type { MemberMessages } from './member-messages.repository.ts'

interface OriginDeps {
  readonly store: Pick<ChatsStore, 'rows'>
  readonly messages: MemberMessages
  asWritten(workspaceId: string, phoneNumber: string): Promise<string>
}

/** What people of the team write, as an origin of messages. */
export function createMemberOrigin({ store, messages, asWritten }: OriginDeps) {
  return {
    sendsTextWithoutMedia: false,
    outlastsOutages: true,
    waitsForNewChats: true,
    /** The person of the chat; null for a group. */
    async personOf(
      { workspaceId, originId }: { readonly workspaceId: string; readonly originId: string },
      db: Db,
    ) {
      const message = await messages.find(originId, db)
      const chat =
        message &&
        (await db
          .selectFrom(store.rows.as('chat'))
          .select(['kind', 'number', 'lid'])
          .where('id', '=', message.chat_id)
          .executeTakeFirst())
      if (!chat || chat.kind === 'group') return null
      const { number, lid } = chat
      const phoneNumber = number && (await asWritten(workspaceId, number))
      return { workspaceId, phoneNumber, networkNumber: number, lid }
    },
    onMoves: async () => {},
  }
}
