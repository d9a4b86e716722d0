import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/take-lock.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { newChatsOf } from '../rules/chat-rules.repository.ts'

/** Chats that are given out in one look; the next look goes on. */
const AT_ONCE = 50

export interface InTurnDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'rows' | 'change' | 'lock'>
  /** Who of a workspace is there now. */
  present(workspaceId: string): Promise<ReadonlySet<string>>
  /** Whether a person belongs to the workspace, may answer chats and sees the number. */
  mayAnswer(workspaceId: string, personId: string, deviceId: string): Promise<boolean>
  /** How many open chats each person of a workspace has. */
  openChatsOf(tx: Db, workspaceId: string): Promise<ReadonlyMap<string, number>>
}

/** A chat that was given to somebody, and the entry that says so. */
export interface GivenChat {
  readonly workspaceId: string
  readonly deviceId: string
  readonly chatId: string
  readonly entryId: string
}

/**
 * Gives the chats of a workspace that wait and belong to nobody to those who are there and may
 * answer them: each to whoever has the fewest open chats, and of several to the first by their id.
 * The longest wait comes first. One node at a time does so in a workspace, so that no two count the
 * same chats, and a chat that somebody took meanwhile stays theirs.
 */
export async function giveOutInTurn(deps: InTurnDeps, workspaceId: string): Promise<GivenChat[]> {
  const waiting = await waitingOf(deps, workspaceId)
  if (waiting.length === 0) return []
  const present = [...(await deps.present(workspaceId))].sort()
  if (present.length === 0) return []
  const given: GivenChat[] = []
  for (const chat of waiting) {
    const { id: chatId, device_id: deviceId } = chat
    if ((await newChatsOf(deps.db, { workspaceId, deviceId })) !== 'in_turn') continue
    const able: string[] = []
    for (const personId of present) {
      if (await deps.mayAnswer(workspaceId, personId, deviceId)) able.push(personId)
    }
    const entryId = await giveOne(deps, chat, able)
    if (entryId !== null) given.push({ workspaceId, deviceId, chatId, entryId })
  }
  return given
}

function waitingOf({ db, store }: InTurnDeps, workspaceId: string): Promise<ChatRow[]> {
  return db
    .selectFrom(store.rows.as('chat'))
    .selectAll('chat')
    .where('user_id', '=', workspaceId)
    .where('waiting_since', 'is not', null)
    .where('closed_at', 'is', null)
    .where('snoozed_at', 'is', null)
    .where('assigned_to', 'is', null)
    .orderBy('waiting_since')
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
}

function giveOne(
  { db, clock, store, openChatsOf }: InTurnDeps,
  { id, user_id: workspaceId }: ChatRow,
  able: readonly string[],
): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    await takeLock(tx, `turn of ${workspaceId}`, now)
    const open = await openChatsOf(tx, workspaceId)
    const fewest = able.toSorted((a, b) => (open.get(a) ?? 0) - (open.get(b) ?? 0))[0]
    if (fewest === undefined || !(await store.lock(tx, id))) return null
    const chat = await tx
      .selectFrom(store.rows.as('chat'))
      .select(['assigned_to', 'waiting_since', 'closed_at', 'snoozed_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    const isFree = chat?.assigned_to === null && chat.waiting_since !== null
    if (!isFree || chat.closed_at !== null || chat.snoozed_at !== null) return null
    await store.change(tx, id, { assigned_to: fewest })
    return storeChatEntry(tx, {
      chatId: id,
      workspaceId,
      at: now,
      kind: 'assigned',
      personId: null,
      params: { personId: fewest, how: 'in_turn' },
    })
  })
}
