import { eraseChatPerson, exportChat } from '@kirim/contract/chat-export'
import { Chat } from '@kirim/contract/chats'
import type { Sight } from '../../../platform/caller.ts'
import { DomainError } from '../../../platform/errors.ts'
import { shownTo } from '../../../platform/hidden-numbers/shown-to.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { Streamed } from '../../../platform/http/streamed.ts'
import type { ChatRow } from '../chats.ports.ts'
import type { ChatListsRepository } from '../list/chat-lists.repository.ts'
import { type PresentDeps, presentChats } from '../list/present-chats.ts'
import { type EraseDeps, erasePerson } from './erase-person.ts'
import { type ExportDeps, zipOfChat } from './export-chat.ts'

interface ExportRoutesDeps extends PresentDeps, ExportDeps, Omit<EraseDeps, 'store'> {
  readonly store: ExportDeps['store'] & EraseDeps['store']
  readonly lists: Pick<ChatListsRepository, 'find'>
}

export function chatExportRoutes(route: Route, deps: ExportRoutesDeps): void {
  /** Throws `chat_not_found` for a chat that is not there or not seen. */
  async function require(sight: Sight, id: string): Promise<ChatRow> {
    const row = await deps.lists.find(sight, id)
    if (!row) throw new DomainError('chat_not_found')
    return row
  }

  route(exportChat, async ({ caller, params, query, reply }) => {
    const row = await require(caller, params.id)
    const [presented] = await presentChats(deps, caller.workspaceId, [row])
    if (!presented) throw new DomainError('chat_not_found')
    const chat = shownTo(caller, Chat, presented)
    reply.header('content-disposition', 'attachment; filename="chat.zip"')
    return new Streamed(
      'application/zip',
      zipOfChat(deps, { caller, row, chat, timeZone: query.timeZone ?? 'UTC' }),
    )
  })

  route(eraseChatPerson, async ({ caller, params }) => ({
    erased: await erasePerson(deps, caller, await require(caller, params.id)),
  }))
}
