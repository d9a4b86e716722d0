import type { AliasableExpression } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { InboundMessage, KeptMessage } from '../../platform/inbound-message.ts'
import type { Log } from '../../platform/log.ts'
import type { Work } from '../../platform/nodes/work.ts'
import { asLeaving } from './chat-keys.ts'
import { type ChatMessage, updateChats } from './chats.repository.ts'
import { createChatFilling } from './fill-chats.ts'
import { createInboxRepository } from './inbox.repository.ts'
import { createInboundKeeper } from './keep-inbound.ts'
import { createListeners, type OfSender } from './listeners.ts'
import type {
  Answers,
  InboundChange,
  Leaving,
  Listener,
  SentMessages,
  TimelineAsked,
} from './messages.ports.ts'
import { createNetworkNames } from './network-names.repository.ts'
import { agingInboxIds, agingPreviews, agingReactions, createAgingInbox } from './prune-inbox.ts'
import { takeBackFromChats, timelineBefore, timelineOf } from './timeline.ts'

export interface MessagesDeps {
  readonly db: Db
  readonly devices: {
    /** For joins: all devices, including removed ones. */
    readonly rows: AliasableExpression<{ id: string; user_id: string }>
    ownerOf(deviceId: string): Promise<string | null>
  }
  readonly answers: Answers
  readonly sent: SentMessages
  readonly ofSender: OfSender
  /** In the order in which they look at a message. */
  readonly listeners: readonly Listener[]
  readonly work: Pick<Work, 'hold' | 'onLeft'>
  readonly clock: Clock
  readonly log: Log
}

/** Keeps what people write to linked numbers, and hands it to those who listen. */
export function createMessages(deps: MessagesDeps) {
  const { db, devices, clock, log } = deps
  const listeners = createListeners(deps.listeners, deps.ofSender)
  const inbox = createInboxRepository(db)
  const keeper = createInboundKeeper(db, { ...deps, listeners, ownerOf: devices.ownerOf })
  const filling = createChatFilling(deps)
  const names = createNetworkNames(db, devices)

  return {
    part: filling.part,
    inbox,
    chats: {
      /** Updates the chats of outgoing messages; returns the chat id of each. */
      async update(tx: Db, messages: readonly Leaving[], now: number): Promise<string[]> {
        const leaving: ChatMessage[] = []
        for (const message of messages) leaving.push(await asLeaving(tx, message, now))
        return updateChats(tx, leaving)
      },
      /** Undoes that for messages that were dropped. */
      takeBack: (tx: Db, dropped: readonly Leaving[]) => takeBackFromChats(tx, deps.sent, dropped),
    },
    /** A page of a chat, newest first. */
    timeline: (asked: TimelineAsked) => timelineOf(db, deps.sent, asked),
    /** The last entries of a chat before a message, oldest first. */
    timelineBefore: (message: KeptMessage, limit: number) =>
      timelineBefore(db, deps.sent, message, limit),
    names: {
      /** The name a person uses on the network, as seen by a user's devices. */
      find: names.find,
      among: names.among,
      keep(deviceId: string, phoneNumber: string, name: string): void {
        names
          .keep(deviceId, phoneNumber, name)
          .catch((err: unknown) => log.error({ err, deviceId }, 'name not kept'))
      },
    },
    /** Resolves once the message is stored. Only then is its receipt sent to the network. */
    async keepInbound(message: InboundMessage): Promise<void> {
      const { deviceId } = message
      const kept = await keeper.keep(message, clock.now())
      const chatKey = kept ? kept.chatKey : await inbox.chatToAnswer(message)
      if (chatKey !== null) listeners.answer({ deviceId, chatKey, kept })
    },
    /** The same for what was done to a message afterwards. */
    async keepInboundChange(change: InboundChange): Promise<void> {
      const { deviceId } = change
      const open = await keeper.change(change, clock.now())
      if (open) listeners.answer({ deviceId, chatKey: open.chatKey, kept: null })
    },
    /** Messages that are settled and old, and then their ids. */
    aging: [createAgingInbox(deps.answers), agingInboxIds, agingPreviews, agingReactions],
  }
}

export type Messages = ReturnType<typeof createMessages>
