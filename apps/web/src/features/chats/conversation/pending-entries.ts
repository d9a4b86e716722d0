import type { ChatEntry } from '@kirim/contract/chat-entries'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { keepEntries, newestPlace } from './timeline-cache.ts'

/** What is shown of a message until the server has it. */
export type Draft = Pick<ChatEntry, 'type' | 'kind' | 'text'> &
  Partial<Pick<ChatEntry, 'quoted' | 'content' | 'file' | 'author' | 'sendAt'>>

/** A message on its way to the server. */
export interface PendingEntry {
  /** The browser's own id; sending again with the same one is harmless. */
  readonly clientId: string
  readonly entry: ChatEntry
  /** The place of the newest entry when it was sent. */
  readonly after: string
  /** Why it did not get there; null while it is on its way. */
  readonly error: unknown
  /** Sends it again. */
  readonly retry: () => void
  /** Gives it up. */
  readonly discard: () => void
}

/** Hands a message to the server, which answers with its entry. */
export type Deliver = () => Promise<ChatEntry>

const keyOfChat = (chatId: string) => ['pending entries', chatId] as const

/**
 * The messages of a chat that the server has not answered yet, and a function that sends one: it is
 * shown at once, and until the server's own entry takes its place. They stay when another chat is
 * opened in the meantime.
 */
export function usePendingEntries(chatId: string) {
  const client = useQueryClient()
  const { data = [] } = useQuery<readonly PendingEntry[]>({
    queryKey: keyOfChat(chatId),
    queryFn: () => pendingOf(client, chatId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const send = useCallback(
    (clientId: string, draft: Draft, deliver: Deliver) =>
      sendEntry(client, chatId, clientId, draft, deliver),
    [client, chatId],
  )
  return { pending: data, send }
}

function pendingOf(client: QueryClient, chatId: string): readonly PendingEntry[] {
  return client.getQueryData<readonly PendingEntry[]>(keyOfChat(chatId)) ?? []
}

/** Resolves with whether the server took it. */
async function sendEntry(
  client: QueryClient,
  chatId: string,
  clientId: string,
  draft: Draft,
  deliver: Deliver,
): Promise<boolean> {
  const set = (change: (all: readonly PendingEntry[]) => readonly PendingEntry[]) => {
    client.setQueryDefaults(keyOfChat(chatId), { gcTime: Number.POSITIVE_INFINITY })
    client.setQueryData(keyOfChat(chatId), change(pendingOf(client, chatId)))
  }
  const others = (all: readonly PendingEntry[]) => all.filter((one) => one.clientId !== clientId)
  const discard = () => set(others)
  const retry = () => void sendEntry(client, chatId, clientId, draft, deliver)
  const entry = shownAs(clientId, draft)
  const after = newestPlace(client, chatId)
  set((all) => [...others(all), { clientId, entry, after, error: null, retry, discard }])
  try {
    const answer = await deliver()
    keepEntries(client, chatId, [answer])
    discard()
    return true
  } catch (error) {
    set((all) => all.map((one) => (one.clientId === clientId ? { ...one, error } : one)))
    return false
  }
}

/** Its place is behind all others. */
function shownAs(clientId: string, draft: Draft): ChatEntry {
  return {
    id: `pending-${clientId}`,
    place: '\uFFFF',
    at: new Date().toISOString(),
    by: draft.type === 'message' ? 'member' : null,
    author: null,
    originName: '',
    senderName: '',
    content: null,
    file: null,
    quoted: null,
    reactions: [],
    editedAt: null,
    deletedAt: null,
    state: 'pending',
    sendAt: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    reason: null,
    event: null,
    ...draft,
  }
}

/** Those whose entry has not come by a live update, which may be faster than the answer. */
export function stillPending(
  pending: readonly PendingEntry[],
  entries: readonly ChatEntry[],
): PendingEntry[] {
  return pending.filter(
    ({ entry, after, error }) =>
      error !== null ||
      !entries.some(
        (other) =>
          other.place > after &&
          other.by === entry.by &&
          other.type === entry.type &&
          other.kind === entry.kind &&
          other.text === entry.text,
      ),
  )
}
