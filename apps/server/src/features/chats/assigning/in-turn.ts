import { type SqlBool, sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { takeLock } from '../../../platform/database/take-lock.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatsStore } from '../chats.ports.ts'
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
 * The longest wait of a number comes first. One node at a time does so in a workspace, so that no
 * two count the same chats, and a chat that somebody took meanwhile stays theirs.
 */
export async function giveOutInTurn(deps: InTurnDeps, workspaceId: string): Promise<GivenChat[]> {
  const deviceIds = await numbersInTurn(deps, workspaceId)
  if (deviceIds.length === 0) return []
  const present = [...(await deps.present(workspaceId))].sort()
  const given: GivenChat[] = []
  for (const deviceId of deviceIds) {
    const able: string[] = []
    for (const personId of present) {
      if (await deps.mayAnswer(workspaceId, personId, deviceId)) able.push(personId)
    }
    if (able.length === 0) continue
    for (const chatId of await waitingOn(deps, workspaceId, deviceId)) {
      const entryId = await giveOne(deps, { workspaceId, chatId }, able)
      if (entryId !== null) given.push({ workspaceId, deviceId, chatId, entryId })
    }
  }
  return given
}

/** Chats that wait and belong to nobody. */
const isFree = sql<SqlBool>`chat.waiting_since is not null and chat.closed_at is null
  and chat.snoozed_at is null and chat.assigned_to is null and chat.hidden = 0`

/** The numbers of a workspace that give chats in turn, and have one to give. */
async function numbersInTurn({ db, store }: InTurnDeps, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom(store.rows.as('chat'))
    .select('chat.device_id as deviceId')
    .distinct()
    .where('chat.user_id', '=', workspaceId)
    .where(isFree)
    .orderBy('chat.device_id')
    .execute()
  const inTurn: string[] = []
  for (const { deviceId } of rows) {
    if ((await newChatsOf(db, { workspaceId, deviceId })) === 'in_turn') inTurn.push(deviceId)
  }
  return inTurn
}

async function waitingOn(
  { db, store }: InTurnDeps,
  workspaceId: string,
  deviceId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom(store.rows.as('chat'))
    .select('chat.id')
    .where('chat.user_id', '=', workspaceId)
    .where('chat.device_id', '=', deviceId)
    .where(isFree)
    .orderBy('chat.waiting_since')
    .orderBy('chat.id')
    .limit(AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

function giveOne(
  { db, clock, store, openChatsOf }: InTurnDeps,
  { workspaceId, chatId: id }: Pick<GivenChat, 'workspaceId' | 'chatId'>,
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
      .select('chat.id')
      .where('chat.id', '=', id)
      .where(isFree)
      .executeTakeFirst()
    if (!chat) return null
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
