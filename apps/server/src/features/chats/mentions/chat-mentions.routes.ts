import { type ChatMention, listMentions, markMentionsSeen } from '@kirim/contract/chat-mentions'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { ChatsStore } from '../chats.ports.ts'
import { type EntryDeps, presentEntries } from '../entries/present-entries.ts'
import type { ChatListsRepository } from '../list/chat-lists.repository.ts'
import { type PresentDeps, presentChats } from '../list/present-chats.ts'
import type { ChatMentions } from './chat-mentions.repository.ts'

interface MentionsDeps extends PresentDeps, EntryDeps {
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'reactionsTo' | 'timeline'>
  readonly lists: Pick<ChatListsRepository, 'find'>
  readonly mentions: ChatMentions
}

/** Notes that name the reader. */
export function chatMentionsRoutes(route: Route, deps: MentionsDeps): void {
  const { clock, lists, mentions, store } = deps

  /** What of it is still seen, in the order of its entries. */
  async function presented(sight: Sight, chatId: string, ids: readonly string[]) {
    const row = await lists.find(sight, chatId)
    if (!row) return []
    const [chat] = await presentChats(deps, sight.workspaceId, [row])
    const query = { chatId, before: null, ids, limit: ids.length }
    const entries = await presentEntries(deps, row, await store.timeline(query))
    return chat ? entries.map((entry): ChatMention => ({ chat, entry })) : []
  }

  route(listMentions, async ({ caller }) => {
    const unseen = await mentions.unseen(caller)
    const byChat = Map.groupBy(unseen, ({ chatId }) => chatId)
    const found = await Promise.all(
      [...byChat].map(([chatId, of]) =>
        presented(
          caller,
          chatId,
          of.map(({ entryId }) => entryId),
        ),
      ),
    )
    const byEntry = new Map(found.flat().map((mention) => [mention.entry.id, mention]))
    return unseen.flatMap(({ entryId }) => byEntry.get(entryId) ?? [])
  })

  route(markMentionsSeen, async ({ caller, params }) => {
    if (!(await lists.find(caller, params.id))) throw new DomainError('chat_not_found')
    await mentions.markSeen(caller, params.id, clock.now())
    return undefined
  })
}
