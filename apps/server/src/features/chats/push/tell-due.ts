import { sql } from 'kysely'
import type { Membership } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { PushDueTable } from '../../../platform/database/schema/chat-waits.ts'
import { shownOf } from '../../../platform/hidden-numbers/shown-to.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Log } from '../../../platform/log.ts'
import type { Work } from '../../../platform/nodes/work.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { seenChats } from '../list/chat-lists.repository.ts'
import { payloadOf, topicOf, wants } from './push-payload.ts'
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
      await tellEach(due)
      if (isStopped || due.length < AT_ONCE) return
    }
  }

  /** People beside each other: a push service that does not answer delays nobody else. */
  async function tellEach(due: readonly PushDueTable[]): Promise<void> {
    const silent = new Set<string>()
    const ofPeople = Map.groupBy(due, ({ user_id, person_id }) => `${user_id} ${person_id}`)
    const all = await Promise.allSettled(
      [...ofPeople.values()].map(async (own) => {
        for (const one of own) await tell(one, silent)
      }),
    )
    for (const one of all) if (one.status === 'rejected') throw one.reason
  }

  /** A kill in between tells once more, which the browser shows in the place of the first. */
  async function tell(due: PushDueTable, silent: Set<string>): Promise<void> {
    await tellOne(due, silent)
    await db
      .updateTable('push_due')
      .set({ told_at: clock.now() })
      .where('id', '=', due.id)
      .execute()
  }

  /** Browsers whose service did not take a message are added to the silent ones, and left out. */
  async function tellOne(due: PushDueTable, silent: Set<string>): Promise<void> {
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
    const preview = shownOf(membership, chat.number, chat.preview)
    const tellBrowser = async (browser: StoredPush) => {
      if (!wants(browser, due.kind) || silent.has(browser.id)) return
      const payload = payloadOf(due, { ...chat, preview }, name, browser.showsText)
      const outcome = await deps.send(browser.address, payload, topicOf(chat.id))
      if (outcome === 'gone') await subscriptions.remove(browser.id)
      if (outcome === 'failed') silent.add(browser.id)
    }
    await Promise.all((await subscriptions.ofPerson(owner)).map(tellBrowser))
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
