import type { ChatHistory } from '@kirim/contract/chat-history'
import type { Clock } from '../../../platform/clock.ts'
import { bulkDatabase, type Db } from '../../../platform/database/database.ts'
import type { MovingChats } from '../chat-keys.ts'
import { createChatKeys } from '../chat-keys.ts'
import type { ChatNumbers } from '../chat-numbers.repository.ts'
import type { ChatNotice } from '../messages.ports.ts'
import { nextKey } from '../namesakes.ts'
import type { HistoryKeeper, SharedChat, SharedHow } from './history.ports.ts'
import { createHistoryRepository, toChatHistory } from './history.repository.ts'
import { knownAmong, prunedAmong } from './known-among.ts'
import { type SharedMessage, storeShared, storeSharedReactions } from './store-shared.ts'
import { createWishes } from './wishes.ts'

const DAY_MS = 86_400_000
/** A history that goes on within this time after its end is the same one. */
const GOES_ON_WITHIN_MS = 10 * 60_000
/** Messages stored in one transaction: others write in between. */
const MESSAGES_A_STEP = 512

export interface HistoryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly numbers: Pick<ChatNumbers, 'of'>
  readonly moving: MovingChats
  ownerOf(deviceId: string): Promise<string | null>
  /** When it was linked last; null for an unknown device. */
  linkedAt(deviceId: string): Promise<number | null>
  onChanged(workspaceId: string, history: ChatHistory): void
  /** Older messages were stored that somebody has asked for. */
  onStored(notice: ChatNotice): void
}

/**
 * Keeps what phones share of the time before: it is stored as it was, so that nobody waits, is told
 * or is answered. Repeating any of it changes nothing.
 */
export function createHistoryKeeping(deps: HistoryDeps) {
  const { db, clock, numbers, ownerOf } = deps
  const bulk = bulkDatabase(db)
  const repository = createHistoryRepository(db)
  const keys = createChatKeys(db, deps.moving)
  const wishes = createWishes(clock)

  async function changed(deviceId: string): Promise<void> {
    const history = await repository.find(deviceId)
    if (history) deps.onChanged(history.user_id, toChatHistory(history))
  }

  async function beginReading(deviceId: string): Promise<void> {
    const known = await repository.find(deviceId)
    if (known?.state === 'reading') return
    const now = clock.now()
    // Phones share recent messages first, then all others.
    if (known && (known.state === 'asked' || now - known.updated_at < GOES_ON_WITHIN_MS)) {
      return repository.setState(known, 'reading', 0, now)
    }
    const workspaceId = await ownerOf(deviceId)
    if (workspaceId === null) return
    const { historyDays: days } = await numbers.of(deviceId)
    await repository.begin({ deviceId, workspaceId, state: 'reading', days, now })
  }

  /** The messages of a chat with its key, which may have changed with what the history tells. */
  async function withKeys(workspaceId: string, chat: SharedChat): Promise<SharedMessage[]> {
    const [first] = chat.messages
    if (!first) return []
    const known = chat.messages.find(({ senderNumber }) => senderNumber !== null) ?? first
    const chatKey = await keys.inChat(known, async (_, key) => key)
    return chat.messages.map((message) => ({
      key: message.messageId,
      workspaceId,
      chatKey,
      chatName: chat.name,
      message: { ...message, sentAt: Math.min(message.sentAt, clock.now()) },
    }))
  }

  /** Those whose id is that of another message, under a key of their own. */
  async function underOtherKeys(messages: readonly SharedMessage[]): Promise<SharedMessage[]> {
    const known = await knownAmong(
      db,
      messages.map(({ message }) => message),
    )
    const renamed: SharedMessage[] = []
    for (const one of messages.filter(({ message }) => !known.has(message))) {
      const key = await nextKey(db, one.message, 0)
      if (key !== null) renamed.push({ ...one, key })
    }
    return renamed
  }

  /** Returns those that are new; `counted` are the chats that are counted already. */
  async function store(
    deviceId: string,
    messages: readonly SharedMessage[],
    counted: Set<string>,
  ): Promise<readonly SharedMessage[]> {
    if (messages.length === 0) return []
    const ids = messages.map(({ key }) => key)
    const pruned = await prunedAmong(db, deviceId, ids)
    const open = messages.filter(({ key }) => !pruned.has(key))
    const stored = await write(deviceId, open, counted)
    const taken = open.filter((one) => !stored.includes(one))
    if (taken.length === 0) return stored
    return [...stored, ...(await write(deviceId, await underOtherKeys(taken), counted))]
  }

  async function write(
    deviceId: string,
    messages: readonly SharedMessage[],
    counted: Set<string>,
  ): Promise<readonly SharedMessage[]> {
    return bulk.transaction().execute(async (tx) => {
      const keys = await storeShared(tx, messages)
      const stored = messages.filter(({ key }) => keys.has(key))
      const before = counted.size
      for (const { chatKey } of stored) counted.add(chatKey)
      const chats = counted.size - before
      const added = { messages: stored.length, chats, now: clock.now() }
      await repository.count(tx, deviceId, added)
      return stored
    })
  }

  async function keep(
    deviceId: string,
    chats: readonly SharedChat[],
    { isOnDemand }: SharedHow,
  ): Promise<number> {
    const workspaceId = await ownerOf(deviceId)
    if (workspaceId === null) return 0
    const steps: SharedMessage[][] = [[]]
    // Together, so that their keys are looked up in few statements.
    for (const messages of await Promise.all(chats.map((chat) => withKeys(workspaceId, chat)))) {
      for (const message of messages) {
        if (steps.at(-1)?.length === MESSAGES_A_STEP) steps.push([])
        steps.at(-1)?.push(message)
      }
    }
    const stored: SharedMessage[] = []
    const counted = new Set<string>()
    for (const step of steps) stored.push(...(await store(deviceId, step, counted)))
    const reactions = chats.flatMap((chat) => chat.reactions)
    if (reactions.length > 0) {
      await bulk.transaction().execute((tx) => storeSharedReactions(tx, deviceId, reactions))
    }
    if (isOnDemand) tell(workspaceId, deviceId, stored)
    else await changed(deviceId)
    return stored.length
  }

  /** What was written since comes in by itself, and may want an answer. */
  async function beforeLinking(
    deviceId: string,
    chats: readonly SharedChat[],
  ): Promise<SharedChat[]> {
    const linkedAt = (await deps.linkedAt(deviceId)) ?? Number.POSITIVE_INFINITY
    return chats.map((chat) => ({
      ...chat,
      messages: chat.messages.filter(({ sentAt }) => sentAt < linkedAt),
    }))
  }

  function tell(workspaceId: string, deviceId: string, stored: readonly SharedMessage[]): void {
    for (const [chatKey, messages] of Map.groupBy(stored, (one) => one.chatKey)) {
      const entryIds = messages.map(({ key }) => key)
      deps.onStored({ workspaceId, deviceId, chatKey, entryIds })
    }
  }

  const keeper: HistoryKeeper = {
    addPart: (deviceId, notification) => repository.addPart(deviceId, notification, clock.now()),
    partsOf: repository.partsOf,
    async keptSince(deviceId) {
      const { historyDays } = await numbers.of(deviceId)
      if (historyDays === 0) return null
      return historyDays === null ? 0 : clock.now() - historyDays * DAY_MS
    },
    async keep(deviceId, chats, how) {
      if (!how.isOnDemand) await beginReading(deviceId)
      const stored = await keep(deviceId, await beforeLinking(deviceId, chats), how)
      wishes.came(how.requestId, stored)
    },
    async partRead(deviceId, partId, { isOnDemand, requestId, progress }) {
      await repository.removePart(partId)
      if (isOnDemand) wishes.end(requestId)
      if (isOnDemand || progress === null) return
      await beginReading(deviceId)
      const history = await repository.find(deviceId)
      if (!history) return
      const isDone = progress >= 100 && !(await repository.hasParts(deviceId))
      await repository.setState(
        history,
        isDone ? (history.messages === 0 ? 'empty' : 'done') : 'reading',
        Math.max(history.progress, progress),
        clock.now(),
      )
      await changed(deviceId)
    },
    async partFailed(_deviceId, partId) {
      await repository.notePartFailed(partId)
    },
  }

  /** Of these numbers; null for all of the workspace. */
  async function list(
    workspaceId: string,
    deviceIds: readonly string[] | null,
  ): Promise<ChatHistory[]> {
    const rows = await repository.list(workspaceId, deviceIds)
    return Promise.all(
      rows.map(async (row) => {
        // Some phones stop before they have shared everything.
        const isSilent = clock.now() - row.updated_at > GOES_ON_WITHIN_MS
        const isOver =
          row.state === 'reading' && isSilent && !(await repository.hasParts(row.device_id))
        return toChatHistory(isOver ? { ...row, state: 'done' } : row)
      }),
    )
  }

  return { keeper, repository, wishes, list, changed }
}

export type HistoryKeeping = ReturnType<typeof createHistoryKeeping>
