import { resumeChatbot } from '@kirim/contract/chat-mentions'
import type { Db } from '../../platform/database/database.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createListeners } from '../../platform/upward-calls.ts'
import { createBeforeWord } from './assigning/before-word.ts'
import type { GivenChat, InTurnDeps } from './assigning/in-turn.ts'
import { createTurns } from './assigning/turns.ts'
import { createGiveToPeople, type GiveDeps } from './bots/give-to-people.ts'
import { createNotePhoneWord } from './bots/note-phone-word.ts'
import { createResumeChatbot, type ResumeDeps } from './bots/resume-chatbot.ts'
import type { ChatChanges } from './cases/change-chats.ts'
import type { Mentioned } from './cases/write-note.ts'
import type { ChatsStore } from './chats.ports.ts'
import type { EntryDeps } from './entries/present-entries.ts'
import type { ChatLabels } from './labels/chat-labels.repository.ts'
import { chatLabelsRoutes } from './labels/chat-labels.routes.ts'
import type { ChatListsRepository } from './list/chat-lists.repository.ts'
import type { PresentDeps } from './list/present-chats.ts'
import type { ChatNotice } from './live/announce.ts'
import { createChatPresence } from './live/chat-presence.ts'
import { createChatMentions } from './mentions/chat-mentions.repository.ts'
import { chatMentionsRoutes } from './mentions/chat-mentions.routes.ts'
import { createChatRulesRepository, type DeviceRows } from './rules/chat-rules.repository.ts'
import { chatRulesRoutes } from './rules/chat-rules.routes.ts'

export interface TogetherDeps
  extends Pick<InTurnDeps, 'present'>,
    Pick<GiveDeps, 'giveChat' | 'itemName'>,
    Pick<ResumeDeps, 'endLoopPause'> {
  readonly devices: {
    /** For joins: all devices, including removed ones. */
    readonly rows: DeviceRows
    ownerOf(deviceId: string): Promise<string | null>
  }
  /** The numbers among these whose chatbot is switched on. */
  chatbotsOn(tx: Db, deviceIds: readonly string[]): Promise<ReadonlySet<string>>
  /**
   * Whether a person belongs to the workspace, may answer chats and sees the number; asked through
   * the transaction where there is one.
   */
  mayAnswer(workspaceId: string, personId: string, deviceId: string, tx?: Db): Promise<boolean>
  /** Tells the other nodes who has a chat open on this one. */
  tellWatchers(told: string): void
}

interface AllDeps extends TogetherDeps, PresentDeps, EntryDeps, Pick<InTurnDeps, 'openChatsOf'> {
  readonly db: Db
  readonly clock: InTurnDeps['clock']
  readonly realtime: Realtime
  readonly work: Pick<Work, 'hold'>
  readonly store: ChatsStore
  readonly lists: ChatListsRepository
  readonly labels: ChatLabels
  announce(notice: ChatNotice): void
  onFault(error: unknown): void
}

/** How people share chats: whose they are, who looks at them, labels, mentions, and chatbots. */
export function createTogether(deps: AllDeps) {
  const { db, realtime, lists } = deps
  const rules = createChatRulesRepository(db, deps.devices.rows)
  const mentions = createChatMentions(db)
  const notePhoneWord = createNotePhoneWord(deps)
  const onMentioned = createListeners<[mentioned: Mentioned]>()
  const turns = createTurns({ ...deps, givingInTurn: rules.givingInTurn })
  const givenToPeople = createGiveToPeople(deps)
  const presence = createChatPresence({
    ...deps,
    publish: deps.tellWatchers,
    isSeen: async (caller, chatId) => (await lists.find(caller, chatId)) !== null,
  })
  const onChanged = (workspaceId: string) => {
    realtime.toWorkspace(workspaceId, 'chat_settings_changed')
    turns.mayWait(workspaceId)
  }
  const part: Part = {
    name: 'chats of a team',
    async start() {
      await turns.part.start()
      await presence.part.start()
    },
    async stop() {
      await presence.part.stop()
      await turns.part.stop()
    },
  }

  return {
    part,
    presence,
    mentions,
    /** A note that names a person is stored, in a chat they see. */
    onMentioned: onMentioned.add,
    mentioned(mentioned: Mentioned, { personId: by }: { readonly personId: string }): void {
      const { workspaceId, personId, chatId, entryId } = mentioned
      realtime.toMember(workspaceId, personId, 'chat_mentioned', { chatId, entryId, by })
      onMentioned(mentioned)
    },
    beforeWord: createBeforeWord(deps),
    giveToPeople: givenToPeople.give,
    /** Tells of a chat that a message has handed over, once that is committed. */
    messageMoved(workspaceId: string, deviceId: string, messageId: string): void {
      const given = givenToPeople.take(messageId)
      if (!given) return
      deps.announce({ workspaceId, deviceId, ...given })
      turns.mayWait(workspaceId, deviceId)
    },
    mayWait: turns.mayWait,
    /** Somebody has written on the phone. */
    async phoneWord({ deviceId, chatKey }: Pick<ChatNotice, 'deviceId' | 'chatKey'>) {
      for (const chat of await lists.atKeys(deviceId, chatKey ? [chatKey] : [])) {
        await notePhoneWord(chat)
      }
    },
    /** Chats of somebody who has left belong to nobody again. */
    returned(personId: string, chats: readonly Omit<GivenChat, 'entryId'>[]): void {
      for (const chat of chats) {
        deps.announce({ ...chat, entryIds: [], wasAssignedTo: personId })
        turns.mayWait(chat.workspaceId, chat.deviceId)
      }
    },
    routes(route: Route, changes: ChatChanges): void {
      chatRulesRoutes(route, { rules, ownerOf: deps.devices.ownerOf, onChanged })
      chatLabelsRoutes(route, { ...deps, changes, onChanged })
      chatMentionsRoutes(route, { ...deps, mentions })
      const resume = createResumeChatbot({ ...deps, changes })
      route(resumeChatbot, ({ caller, params }) => resume(caller, params.id))
    },
  }
}
