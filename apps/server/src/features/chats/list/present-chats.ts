import type { Chat, ChatQueue } from '@kirim/contract/chats'
import { findAuthors } from '../../../platform/authors.ts'
import type { ChatRow, KnownOfChats } from '../chats.ports.ts'

export type PresentDeps = Pick<KnownOfChats, 'namesOf' | 'contactNames' | 'pausedUntil'> & {
  /** The labels of chats, by their ids. */
  labelsOf(chatIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

const momentOf = (at: number) => new Date(at).toISOString()
const momentOrNull = (at: number | null) => (at === null ? null : momentOf(at))

export function queueOf(row: Pick<ChatRow, 'closed_at' | 'snoozed_at' | 'waiting_since'>) {
  const queue: ChatQueue =
    row.closed_at !== null
      ? 'closed'
      : row.snoozed_at !== null
        ? 'snoozed'
        : row.waiting_since !== null
          ? 'unanswered'
          : 'answered'
  return queue
}

/** The key of a chat among those of all numbers. */
export const placeOfChat = (row: Pick<ChatRow, 'device_id' | 'chat_key'>) =>
  `${row.device_id} ${row.chat_key}`

/** Chats of one workspace as lists show them. */
export async function presentChats(
  deps: PresentDeps,
  workspaceId: string,
  rows: readonly ChatRow[],
): Promise<Chat[]> {
  if (rows.length === 0) return []
  const numbers = rows.flatMap(({ number }) => number ?? [])
  const [names, paused, labels, authorOf] = await Promise.all([
    deps.contactNames(workspaceId, numbers),
    deps.pausedUntil(rows),
    deps.labelsOf(rows.map(({ id }) => id)),
    findAuthors(
      deps.namesOf,
      workspaceId,
      rows.map((row) => row.last_person_id),
    ),
  ])
  return rows.map((row) => ({
    id: row.id,
    deviceId: row.device_id,
    kind: row.kind,
    name: names.get(row.number ?? '') || row.name,
    phoneNumber: row.number ?? '',
    username: row.username ?? '',
    queue: queueOf(row),
    preview: row.preview,
    previewKind: row.preview_kind,
    lastBy: row.last_by,
    lastAuthor: authorOf(row.last_person_id) ?? null,
    lastAt: momentOf(row.last_at),
    unread: row.unread,
    waitingSince: momentOrNull(row.waiting_since),
    assignedTo: row.assigned_to,
    labelIds: [...(labels.get(row.id) ?? [])],
    openedAt: momentOf(row.opened_at ?? row.last_at),
    closedAt: momentOrNull(row.closed_at),
    snoozedUntil: momentOrNull(row.snoozed_until),
    chatbotPausedUntil: momentOrNull(paused.get(placeOfChat(row)) ?? null),
  }))
}
