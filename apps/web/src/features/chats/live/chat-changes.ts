import type { ChatEntry } from '@kirim/contract/chat-entries'
import type { Chat, ChatCount } from '@kirim/contract/chats'
import type { ChatPage, ChatSelection, LoadedChats, OpenedChat } from '../chat-queries.ts'
import { belongsTo, compareChats } from './chat-order.ts'

/** Puts a chat as it is now into a loaded list: at its place, or out of it. */
export function withChat(
  list: LoadedChats,
  chat: Chat,
  selection: ChatSelection,
  personId: string,
): LoadedChats {
  const known = list.pages.some(({ chats }) => chats.some(({ id }) => id === chat.id))
  const belongs = belongsTo(chat, selection, personId) ?? known
  // When a chat was put aside is not said: it stays where it is, or is the newest.
  if (belongs && chat.queue === 'snoozed') {
    return known ? replaced(list, chat) : prepended(list, chat)
  }
  const pages = known ? withoutChat(list, chat.id).pages : list.pages
  if (!belongs) return known ? { ...list, pages } : list
  const index = pages.findIndex((page) => endsAfter(page, chat))
  // What is beyond the loaded pages comes with the next one.
  if (index < 0) return known ? { ...list, pages } : list
  return {
    ...list,
    pages: pages.map((page, at) => (at === index ? inserted(page, chat) : page)),
  }
}

/** Takes a chat out of a loaded list. */
export function withoutChat(list: LoadedChats, chatId: string): LoadedChats {
  const pages = list.pages.map((page) =>
    page.chats.some(({ id }) => id === chatId)
      ? { ...page, chats: page.chats.filter(({ id }) => id !== chatId) }
      : page,
  )
  return { ...list, pages }
}

/** Puts the new state of a number and assignee into the counts. */
export function withCount(counts: readonly ChatCount[], news: ChatCount): ChatCount[] {
  const others = counts.filter(
    ({ deviceId, assignedTo }) => deviceId !== news.deviceId || assignedTo !== news.assignedTo,
  )
  return [...others, news]
}

/** Puts new and changed entries into an opened chat, in the order of their places. */
export function withEntries(opened: OpenedChat, news: readonly ChatEntry[]): OpenedChat {
  const ids = new Set(news.map(({ id }) => id))
  const keep = (entry: ChatEntry) => !ids.has(entry.id)
  const first = opened.entries[0]?.place
  // What is older than the loaded ones comes with an earlier page.
  const isLoaded = ({ place }: ChatEntry) =>
    !opened.hasEarlier || first === undefined || place >= first
  const leavesLater = ({ state }: ChatEntry) => state === 'scheduled' || state === 'held'
  const shown = news.filter((entry) => !leavesLater(entry) && isLoaded(entry))
  const later = news.filter(leavesLater)
  return {
    ...opened,
    entries: sorted([...opened.entries.filter(keep), ...shown], ({ place }) => place),
    scheduled: sorted(
      [...opened.scheduled.filter(keep), ...later],
      ({ sendAt, place }) => `${sendAt} ${place}`,
    ),
  }
}

/** Takes entries out of an opened chat. */
export function withoutEntries(opened: OpenedChat, entryIds: readonly string[]): OpenedChat {
  const keep = ({ id }: ChatEntry) => !entryIds.includes(id)
  return {
    ...opened,
    entries: opened.entries.filter(keep),
    scheduled: opened.scheduled.filter(keep),
  }
}

function replaced(list: LoadedChats, chat: Chat): LoadedChats {
  const pages = list.pages.map((page) => ({
    ...page,
    chats: page.chats.map((other) => (other.id === chat.id ? chat : other)),
  }))
  return { ...list, pages }
}

function prepended(
  { pages: [first, ...others], pageParams }: LoadedChats,
  chat: Chat,
): LoadedChats {
  const pages = first ? [{ ...first, chats: [chat, ...first.chats] }, ...others] : others
  return { pages, pageParams }
}

/** Whether a chat stands before the end of a page; the last page of all has no end. */
function endsAfter({ chats, next }: ChatPage, chat: Chat): boolean {
  const last = chats.at(-1)
  return next === null || (last !== undefined && compareChats(chat, last) < 0)
}

function inserted(page: ChatPage, chat: Chat): ChatPage {
  const at = page.chats.findIndex((other) => compareChats(chat, other) < 0)
  return { ...page, chats: page.chats.toSpliced(at < 0 ? page.chats.length : at, 0, chat) }
}

function sorted(entries: ChatEntry[], keyOf: (entry: ChatEntry) => string): ChatEntry[] {
  return entries.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
