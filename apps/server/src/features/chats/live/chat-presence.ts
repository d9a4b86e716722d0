import type { ChatPresence } from '@kirim/contract/realtime'
import { z } from 'zod'
import type { NamesOf } from '../../../platform/authors.ts'
import { createBursts } from '../../../platform/bursts.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { Connection } from '../../../platform/realtime/client-events.ts'
import { createChatWatchers, type Watcher } from './chat-watchers.ts'

/** A browser says every 20 s which chat it has open; one that is silent for longer is gone. */
const GONE_AFTER_MS = 45_000
const LOOK_EVERY_MS = 5_000
/** Changes of a chat within this time are told at once. */
const TELL_AFTER_MS = 50

/** Who has a chat open on one node, as nodes tell each other. */
const Told = z.object({
  chatId: z.string(),
  people: z.array(z.object({ id: z.string(), isWriting: z.boolean() })),
})
type Told = z.infer<typeof Told>
const Gone = z.object({ id: z.string() })
type Present = Told['people'][number]

/** What other nodes have told of a chat, and when. */
function createToldElsewhere() {
  const byChat = new Map<string, Map<string, { people: readonly Present[]; at: number }>>()

  function remove(chatId: string, node: string): void {
    const nodes = byChat.get(chatId)
    nodes?.delete(node)
    if (nodes?.size === 0) byChat.delete(chatId)
  }

  return {
    of: (chatId: string): Present[] =>
      [...(byChat.get(chatId)?.values() ?? [])].flatMap(({ people }) => people),

    set(chatId: string, node: string, told: { people: readonly Present[]; at: number }): void {
      if (told.people.length === 0) remove(chatId, node)
      else byChat.set(chatId, (byChat.get(chatId) ?? new Map()).set(node, told))
    },

    /** Forgets what is older; returns the chats of which something was forgotten. */
    forgetBefore(since: number): string[] {
      const old = [...byChat].flatMap(([chatId, nodes]) =>
        [...nodes].flatMap(([node, { at }]) => (at < since ? [{ chatId, node }] : [])),
      )
      for (const { chatId, node } of old) remove(chatId, node)
      return old.map(({ chatId }) => chatId)
    },
  }
}

interface PresenceDeps {
  readonly clock: Clock
  readonly namesOf: NamesOf
  /** Whether somebody sees a chat now. */
  isSeen(caller: Caller, chatId: string): Promise<boolean>
  /** Tells the other nodes who has a chat open on this one. */
  publish(told: string): void
  onFault(error: unknown): void
}

/**
 * Who of the team has a chat open and who is writing, told to those who have it open, on all nodes.
 * Nothing is stored: nodes tell each other of their own browsers, again with each sign of life, and
 * what a node that died has told ends by itself.
 */
export function createChatPresence(deps: PresenceDeps) {
  const { clock, namesOf, publish, onFault } = deps
  const watchers = createChatWatchers()
  const elsewhere = createToldElsewhere()
  const bursts = createBursts(clock, TELL_AFTER_MS, onFault)
  let cancelLook = () => {}

  const here = (chatId: string): Present[] =>
    watchers.of(chatId).map(([, { caller, isWriting }]) => ({ id: caller.personId, isWriting }))

  /** Everybody who has a chat open, once each. */
  function peopleOf(chatId: string): Present[] {
    const writing = new Map<string, boolean>()
    for (const { id, isWriting } of [...here(chatId), ...elsewhere.of(chatId)]) {
      writing.set(id, isWriting || (writing.get(id) ?? false))
    }
    return [...writing].map(([id, isWriting]) => ({ id, isWriting }))
  }

  async function tellHere(chatId: string): Promise<void> {
    const open = watchers.of(chatId)
    const [first] = open
    if (!first) return
    const people = peopleOf(chatId)
    const { workspaceId } = first[1].caller
    const names = await namesOf(
      workspaceId,
      people.map(({ id }) => id),
    )
    const named = people.map((one) => ({ ...one, name: names?.get(one.id) ?? '' }))
    const presence: ChatPresence = { chatId, people: named }
    // Somebody may have lost sight of it meanwhile.
    for (const [, watcher] of watchers.of(chatId)) watcher.reply('chat_presence_changed', presence)
  }

  /** Who has a chat open on this node has changed, or is still so. */
  function changedHere(chatId: string): void {
    publish(JSON.stringify({ chatId, people: here(chatId) } satisfies Told))
    bursts.scheduleOnce(chatId, () => tellHere(chatId))
  }

  function leave(connectionId: string): void {
    const chatId = watchers.remove(connectionId)
    if (chatId !== null) changedHere(chatId)
  }

  /** Somebody may have lost sight of a chat, which ends what they see of it. */
  async function sightChanged(chatId: string): Promise<void> {
    for (const [id, { caller }] of watchers.of(chatId)) {
      if (!(await deps.isSeen(caller, chatId))) leave(id)
    }
  }

  /** Browsers that are silent, and what nodes told that are silent. */
  function look(): void {
    cancelLook = clock.after(LOOK_EVERY_MS, () => {
      const since = clock.now() - GONE_AFTER_MS
      for (const [id, { at }] of watchers.all()) if (at < since) leave(id)
      for (const chatId of elsewhere.forgetBefore(since)) {
        bursts.scheduleOnce(chatId, () => tellHere(chatId))
      }
      look()
    })
  }

  const part: Part = {
    name: 'who has chats open',
    start: async () => look(),
    async stop() {
      cancelLook()
      await bursts.stop()
    },
  }

  return {
    part,

    /** A browser has another chat open, or the same one still; null for none. */
    async opened(
      connection: Connection,
      open: { readonly chatId: string; readonly isWriting: boolean } | null,
    ): Promise<void> {
      const { id, caller } = connection
      const isSeen = open !== null && (await deps.isSeen(caller, open.chatId))
      if (!open || !isSeen || !connection.isOpen()) return leave(id)
      const isNew = !watchers.all().some(([known]) => known === id)
      const { chatId, isWriting } = open
      const watcher: Watcher = {
        chatId,
        isWriting,
        caller,
        at: clock.now(),
        reply: connection.reply,
      }
      const before = watchers.set(id, watcher)
      if (before !== null && before !== chatId) changedHere(before)
      changedHere(chatId)
      if (isNew) connection.onClosed(() => leave(id))
    },

    /** What another node tells of its browsers. */
    toldElsewhere(told: string, node: string): void {
      const read = Told.safeParse(JSON.parse(told))
      if (!read.success) return
      const { chatId, people } = read.data
      elsewhere.set(chatId, node, { people, at: clock.now() })
      bursts.scheduleOnce(chatId, () => tellHere(chatId))
    },

    sightChanged,

    /** Another node tells browsers that they have lost sight of a chat. */
    goneElsewhere(gone: unknown): void {
      const read = Gone.safeParse(gone)
      if (read.success) sightChanged(read.data.id).catch(onFault)
    },
  }
}
