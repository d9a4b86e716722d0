import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import type { MayWrite, MayWriteDeps } from './may-write.ts'
import type { MemberMessage, MemberMessages } from './member-messages.repository.ts'
import type { Writing } from './write-message.ts'

/** A change by a node that could not say so is seen within this time. */
const LOOK_EVERY_MS = 60_000
const REST_AFTER_FAULT_MS = 5000
const AT_ONCE = 50

interface DueDeps extends Pick<MayWriteDeps, 'askedIn'> {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'rows' | 'lock'>
  readonly messages: MemberMessages
  readonly mayWrite: Pick<MayWrite, 'standingIn'>
  readonly writing: Pick<Writing, 'prepare' | 'give' | 'tell'>
  onFault(error: unknown): void
}

interface Watch {
  cancel(): void
  isLooking: boolean
  isBehind: boolean
}

/**
 * Hands messages over whose time has come, for the connected devices of this node. One whose person
 * has written since it was decided, or must not be written to any more, is held instead; in groups
 * people write all the time, which holds nothing.
 */
export function createDueMessages(deps: DueDeps) {
  const { db, clock, messages, store, writing } = deps
  const watches = new Map<string, Watch>()

  async function look(deviceId: string): Promise<void> {
    const watch = watches.get(deviceId)
    if (watch) watch.isBehind = true
    if (!watch || watch.isLooking) return
    watch.isLooking = true
    const restMs = await leaveAll(deviceId, watch).catch((error: unknown) => {
      deps.onFault(error)
      return REST_AFTER_FAULT_MS
    })
    watch.isLooking = false
    watch.cancel()
    if (watches.get(deviceId) !== watch) return
    watch.cancel = clock.after(restMs, () => void look(deviceId))
    if (watch.isBehind) void look(deviceId)
  }

  /** Returns in how many milliseconds to look again. */
  async function leaveAll(deviceId: string, watch: Watch): Promise<number> {
    while (watch.isBehind && watches.get(deviceId) === watch) {
      watch.isBehind = false
      const due = await messages.due(deviceId, clock.now(), AT_ONCE)
      let hasFailed = false
      for (const message of due) {
        // One that fails holds up no others, and is tried again.
        await leave(message).catch((error: unknown) => {
          hasFailed = true
          deps.onFault(error)
        })
      }
      if (hasFailed) return REST_AFTER_FAULT_MS
      if (due.length === AT_ONCE) watch.isBehind = true
    }
    const next = await messages.nextDue(deviceId)
    if (next === null) return LOOK_EVERY_MS
    return Math.min(LOOK_EVERY_MS, Math.max(0, next - clock.now()))
  }

  /** Changes one message, in one transaction: killed at any line, it is due again or has left. */
  async function leave(before: MemberMessage): Promise<void> {
    const { id, chat_id: chatId } = before
    const now = clock.now()
    const known = await findChat(db, chatId)
    if (!known) {
      await messages.change(db, id, { state: 'withdrawn' }, ['scheduled'])
      return
    }
    const standing = await deps.mayWrite.standingIn(known, now)
    const ready = await writing.prepare(before, standing)
    const done = await db.transaction().execute(async (tx) => {
      await store.lock(tx, chatId)
      const chat = await findChat(tx, chatId)
      const message = await messages.find(id, tx)
      const isDue = message?.state === 'scheduled' && (message.send_at ?? now) <= now
      if (!message || !isDue || !chat) return null
      const asked = chat.kind === 'group' ? null : await deps.askedIn(tx, chatId, now)
      const isAnswered = (asked?.at ?? 0) > message.decided_at
      if (isAnswered || standing.kind === 'opted_out' || standing.kind === 'forbidden') {
        await messages.change(tx, id, { state: 'held' }, ['scheduled'])
        return { chat, entryIds: [id] }
      }
      const change = { state: 'given', decided_at: now } as const
      const given = await messages.change(tx, id, change, ['scheduled'])
      return given && { chat, entryIds: await writing.give(tx, chat, given, ready) }
    })
    if (done) writing.tell(done.chat, done)
  }

  async function findChat(tx: Db, id: string): Promise<ChatRow | null> {
    const row = await tx
      .selectFrom(store.rows.as('chat'))
      .selectAll('chat')
      .where('id', '=', id)
      .executeTakeFirst()
    return row ?? null
  }

  function disconnected(deviceId: string): void {
    watches.get(deviceId)?.cancel()
    watches.delete(deviceId)
  }

  return {
    connected(deviceId: string): void {
      disconnected(deviceId)
      watches.set(deviceId, { cancel: () => {}, isLooking: false, isBehind: false })
      void look(deviceId)
    },
    disconnected,
    /** Another message is scheduled, or an earlier one. */
    wake: (deviceId: string): void => void look(deviceId),
    wakeAll(): void {
      for (const deviceId of watches.keys()) void look(deviceId)
    },
    stop(): void {
      for (const deviceId of [...watches.keys()]) disconnected(deviceId)
    },
  }
}
