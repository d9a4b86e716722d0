import type { AliasableExpression } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { InboundMessage, StoredMessage } from '../../platform/inbound-message.ts'
import type { Log } from '../../platform/log.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { toSentChatMessage } from './chat-keys.ts'
import { createChatNumbers } from './chat-numbers.repository.ts'
import { type ChatMessage, updateChats } from './chats.repository.ts'
import { createChatFilling } from './fill-chats.ts'
import { createHistoryKeeping } from './history/keep-history.ts'
import { createInboxRepository } from './inbox.repository.ts'
import { createListeners, type ResolveSender } from './listeners.ts'
import type {
  Answers,
  ChatNotice,
  EntriesOf,
  InboundChange,
  Listener,
  NotedEntries,
  SentMessage,
  SentMessages,
  TimelineQuery,
} from './messages.ports.ts'
import { createNetworkNames } from './network-names.repository.ts'
import { agingVotes } from './polls/aging-votes.ts'
import { createPollVotes } from './polls/poll-votes.repository.ts'
import type { InboundVote, OpenVote } from './polls/polls.ports.ts'
import {
  agingInboxIds,
  agingPreviews,
  agingReactions,
  agingWordings,
  createAgingInbox,
} from './prune-inbox.ts'
import { createInboundStore } from './store-inbound.ts'
import { takeBackFromChats, timelineBefore, timelineOf } from './timeline.ts'

export interface MessagesDeps {
  readonly db: Db
  readonly devices: {
    /** For joins: all devices, including removed ones. */
    readonly rows: AliasableExpression<{ id: string; user_id: string }>
    ownerOf(deviceId: string): Promise<string | null>
    linkedAt(deviceId: string): Promise<number | null>
  }
  readonly answers: Answers
  readonly sent: SentMessages
  readonly noted: NotedEntries
  readonly openVote: OpenVote
  readonly ofSender: ResolveSender
  /** In the order in which they see a message. */
  readonly listeners: readonly Listener[]
  /** Chats have changed; called after the commit. */
  onChanged(notice: ChatNotice): void
  /** A message with a file was stored. */
  onFile(deviceId: string): void
  readonly work: Pick<Work, 'hold' | 'onLeft'>
  readonly clock: Clock
  readonly log: Log
  readonly realtime: Pick<Realtime, 'toNumbers'>
}

/** Stores inbound messages and passes them to listeners. */
export function createMessages(deps: MessagesDeps) {
  const { db, devices, clock, log } = deps
  const listeners = createListeners(deps.listeners, deps.ofSender)
  const inbox = createInboxRepository(db)
  const store = createInboundStore(db, { ...deps, listeners, ownerOf: devices.ownerOf })
  const filling = createChatFilling(deps)
  const names = createNetworkNames(db, devices)
  const numbers = createChatNumbers(db)
  const history = createHistoryKeeping({
    db,
    clock,
    numbers,
    moving: { ...deps.answers, ...deps.sent, ...deps.noted },
    ownerOf: devices.ownerOf,
    linkedAt: devices.linkedAt,
    onChanged: (workspaceId, changed) =>
      deps.realtime.toNumbers(workspaceId, [changed.deviceId], 'chat_history_changed', changed),
    onStored: deps.onChanged,
  })
  const polls = createPollVotes(db, deps)

  return {
    part: filling.part,
    inbox,
    numbers,
    history,
    chats: {
      /** Updates the chats of outgoing messages; returns the chat id of each. */
      async update(tx: Db, messages: readonly SentMessage[], now: number): Promise<string[]> {
        const leaving: ChatMessage[] = []
        for (const message of messages) leaving.push(await toSentChatMessage(tx, message, now))
        return updateChats(tx, leaving)
      },
      /** Reverts that for dropped messages. */
      takeBack: (tx: Db, dropped: readonly SentMessage[]) =>
        takeBackFromChats(tx, deps.sent, dropped),
    },
    /** A page of a chat, newest first. */
    timeline: (others: readonly EntriesOf[], asked: TimelineQuery) => timelineOf(db, others, asked),
    /** The last entries of a chat before a message, oldest first. */
    timelineBefore: (message: StoredMessage, limit: number) =>
      timelineBefore(db, deps.sent, message, limit),
    names: {
      /** The name a person uses on the network, as seen by a workspace's devices. */
      find: names.find,
      among: names.among,
      keep(deviceId: string, phoneNumber: string, name: string): void {
        names
          .keep(deviceId, phoneNumber, name)
          .catch((err: unknown) => log.error({ err, deviceId }, 'name not stored'))
      },
    },
    /** Resolves once the message is stored. Only then is its receipt sent to the network. */
    async keepInbound(message: InboundMessage): Promise<void> {
      const { deviceId } = message
      const stored = await store.keep(message, clock.now())
      if (message.content?.file) deps.onFile(deviceId)
      const chatKey = stored ? stored.chatKey : await inbox.chatToAnswer(message)
      if (chatKey !== null) listeners.answer({ deviceId, chatKey, stored })
    },
    /** The same for an edit, deletion or reaction. */
    async keepInboundChange(change: InboundChange): Promise<void> {
      const { deviceId } = change
      const open = await store.change(change, clock.now())
      if (open) listeners.answer({ deviceId, chatKey: open.chatKey, stored: null })
    },
    polls: { count: polls.count },
    /** The same for a vote in a poll. */
    async keepVote(vote: InboundVote): Promise<void> {
      const { deviceId, pollId } = vote
      const workspaceId = await devices.ownerOf(deviceId)
      if (workspaceId === null) return
      if (await polls.keep(vote)) deps.onChanged({ workspaceId, deviceId, entryIds: [pollId] })
      else log.debug({ deviceId }, 'a vote could not be opened')
    },
    /**
     * What retention removes: settled old messages, then their ids, previews, reactions, wordings
     * and votes.
     */
    aging: [
      createAgingInbox(deps.answers),
      agingInboxIds,
      agingPreviews,
      agingReactions,
      agingWordings,
      agingVotes,
    ],
  }
}

export type Messages = ReturnType<typeof createMessages>
