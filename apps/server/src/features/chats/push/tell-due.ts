import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Membership } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { PushDueTable } from '../../../platform/database/schema/chat-waits.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Log } from '../../../platform/log.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { seenChats } from '../list/chat-lists.repository.ts'
import type { SendPush } from './send-push.ts'
import type { PushSubscriptions, StoredPush } from './subscriptions.repository.ts'

const MINUTE_MS = 60_000
const EVERY_MS = 2000
const WAITING_EVERY_MS = 30_000
/** Later nobody needs to be told; until then it is kept, so that nobody is told twice. */
const TOO_LATE_MS = 10 * MINUTE_MS
/** How far a look for waiting chats reaches back: less than what was told is kept. */
const LOOKED_BACK_MS = 5 * MINUTE_MS
const AT_ONCE = 50
const TEXT_LETTERS = 120

export interface TellDeps {
  readonly db: Db
  readonly store: Pick<ChatsStore, 'rows'>
  readonly subscriptions: PushSubscriptions
  readonly send: SendPush
  /** What somebody may do and see now; null for who has left. */
  membershipOf(workspaceId: string, personId: string): Promise<Membership | null>
  /** Contacts' names by their numbers. */
  contactNames(
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  readonly work: Pick<Work, 'hold'>
  readonly clock: Clock
  readonly log: Log
}

/**
 * Tells people's browsers what triggers and the clock have noted for them, on one node at a time:
 * each note is one event. What somebody may see is asked when they are told.
 */
export function createPushTelling(deps: TellDeps) {
  const { db, store, subscriptions, clock, work, log } = deps
  let running: Promise<unknown> = Promise.resolve()
  let cancel = () => {}
  let isStopped = false
  let lookedAt = Number.NEGATIVE_INFINITY

  /** Notes chats that have waited for as long as somebody wants to hear of. */
  async function noteWaiting(): Promise<void> {
    const now = clock.now()
    if (now - lookedAt < WAITING_EVERY_MS) return
    lookedAt = now
    for (const { workspaceId, personId, minutes } of await subscriptions.waitingFor()) {
      const until = now - minutes * MINUTE_MS
      await db
        .insertInto('push_due')
        .columns(['id', 'user_id', 'person_id', 'chat_id', 'kind', 'at'])
        .expression(
          db
            .selectFrom(store.rows.as('chat'))
            .select([
              sql<string>`'unanswered ' || chat.id || ' ' || chat.waiting_since || ' ' ||
                cast(${personId} as text)`.as('id'),
              'chat.user_id',
              sql<string>`cast(${personId} as text)`.as('person_id'),
              'chat.id as chat_id',
              sql<'unanswered'>`'unanswered'`.as('kind'),
              sql<number>`cast(${now} as bigint)`.as('at'),
            ])
            .where('chat.user_id', '=', workspaceId)
            .where(sql<boolean>`chat.waiting_since is not null and chat.closed_at is null
              and chat.snoozed_at is null`)
            .where('chat.waiting_since', '<=', until)
            .where('chat.waiting_since', '>', until - LOOKED_BACK_MS),
        )
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    }
  }

  async function tellAll(): Promise<void> {
    await noteWaiting()
    await db
      .deleteFrom('push_due')
      .where('at', '<', clock.now() - TOO_LATE_MS)
      .execute()
    for (;;) {
      const due = await db
        .selectFrom('push_due')
        .selectAll()
        .where('told_at', 'is', null)
        .orderBy('at')
        .limit(AT_ONCE)
        .execute()
      for (const one of due) await tell(one)
      if (isStopped || due.length < AT_ONCE) return
    }
  }

  /** A kill in between tells once more, which the browser shows in the place of the first. */
  async function tell(due: PushDueTable): Promise<void> {
    await tellOne(due)
    await db
      .updateTable('push_due')
      .set({ told_at: clock.now() })
      .where('id', '=', due.id)
      .execute()
  }

  async function tellOne(due: PushDueTable): Promise<void> {
    const owner = { workspaceId: due.user_id, personId: due.person_id }
    const membership = await deps.membershipOf(owner.workspaceId, owner.personId)
    if (!membership) return subscriptions.removeOf(owner)
    const chat = await db
      .selectFrom(store.rows.as('chat'))
      .selectAll('chat')
      .where('chat.id', '=', due.chat_id)
      .$call(seenChats({ ...membership, personId: owner.personId }))
      .executeTakeFirst()
    if (!chat || isOver(due, chat)) return
    const names = chat.number ? await deps.contactNames(owner.workspaceId, [chat.number]) : null
    const name = names?.get(chat.number ?? '') || chat.name
    for (const browser of await subscriptions.ofPerson(owner)) {
      if (!wants(browser, due.kind)) continue
      const payload = payloadOf(due, chat, name, browser.showsText)
      const outcome = await deps.send(browser.address, payload, topicOf(chat.id))
      if (outcome === 'gone') await subscriptions.remove(browser.id)
    }
  }

  function schedule(): void {
    if (isStopped) return
    cancel = clock.after(EVERY_MS, () => {
      running = work
        .hold('push', '', tellAll)
        .catch((err: unknown) => log.warn({ err }, 'browsers are told later'))
        .then(schedule)
    })
  }

  const part: Part = {
    name: 'push',
    start: async () => schedule(),
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
  return { part, tellAll }
}

/** Answered or read by somebody in the meantime. */
function isOver({ kind }: PushDueTable, chat: ChatRow): boolean {
  if (kind === 'mention') return false
  return chat.waiting_since === null || (kind === 'mine' && chat.unread === 0)
}

function wants(browser: StoredPush, kind: PushDueTable['kind']): boolean {
  if (kind === 'mine') return browser.mine
  if (kind === 'mention') return browser.mentions
  return browser.unansweredMinutes !== null
}

/** Never with a phone number; with the beginning of the message where the person wants it. */
function payloadOf(due: PushDueTable, chat: ChatRow, name: string, showsText: boolean) {
  return {
    kind: due.kind,
    workspaceId: due.user_id,
    chatId: chat.id,
    name: /\d{7}/.test(name) ? '' : name,
    text: showsText && due.kind !== 'mention' ? chat.preview.slice(0, TEXT_LETTERS) : '',
  }
}

/** At most 32 letters of base64url, as RFC 8030 wants it. */
function topicOf(chatId: string): string {
  return createHash('sha256').update(chatId).digest('base64url').slice(0, 32)
}
