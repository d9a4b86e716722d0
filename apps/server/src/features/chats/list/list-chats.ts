import type { QueryOf } from '@kirim/contract/call'
import type { Chat, listChats } from '@kirim/contract/chats'
import type { Sight } from '../../../platform/caller.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { ChatRow } from '../chats.ports.ts'
import {
  type ChatListsRepository,
  type ListPlace,
  SECTIONS_OF,
  type Section,
} from './chat-lists.repository.ts'
import { type PresentDeps, presentChats, queueOf } from './present-chats.ts'

const PAGE = 50

/** A page of a view. Throws `malformed_request` for a cursor of another view. */
export async function listChatsOf(
  deps: PresentDeps & { readonly lists: ChatListsRepository },
  sight: Sight,
  { view, limit = PAGE, cursor, ...filter }: QueryOf<typeof listChats>,
): Promise<{ chats: Chat[]; next: string | null }> {
  const after = cursor ? placeFrom(cursor, SECTIONS_OF[view]) : null
  const rows = await deps.lists.page(sight, { view, filter, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    chats: await presentChats(deps, sight.workspaceId, page),
    next: last ? cursorOf(last) : null,
  }
}

function cursorOf(row: ChatRow): string {
  const section = queueOf(row)
  const at = {
    unanswered: row.waiting_since,
    answered: row.last_at,
    snoozed: row.snoozed_at,
    closed: row.closed_at,
  }[section]
  return [section, at, row.id].join(' ')
}

function placeFrom(cursor: string, sections: readonly Section[]): ListPlace {
  const [, name = '', at, id = ''] = /^([a-z]+) (\d{1,15}) ([\w-]{1,100})$/.exec(cursor) ?? []
  const section = sections.find((one) => one === name)
  if (!section) throw new DomainError('malformed_request')
  return { section, at: Number(at), id }
}
