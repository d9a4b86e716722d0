import { flag } from '../../../platform/database/database.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { BeforeWord } from '../assigning/before-word.ts'
import type { ChatsStore } from '../chats.ports.ts'
import type { EntryDeps } from '../entries/present-entries.ts'
import type { ChatNotice } from '../live/announce.ts'
import { createMessageChanges } from './change-messages.ts'
import { createMayWrite, type MayWriteDeps } from './may-write.ts'
import type { MemberMessages } from './member-messages.repository.ts'
import { createMemberOrigin } from './member-origin.ts'
import { createScheduledMessages } from './scheduled-messages.ts'
import { createDueMessages } from './send-due.ts'
import { createStartChat, type StartDeps } from './start-chat.ts'
import type { ChatFiles, ChatNumbers, MemberAnswers, MemberOutgoing } from './write.ports.ts'
import { createWriting } from './write-message.ts'

export interface MemberWritingDeps extends MayWriteDeps, EntryDeps, StartDeps {
  readonly store: ChatsStore
  readonly answers: MemberAnswers
  readonly numbers: ChatNumbers
  readonly files: ChatFiles
  readonly outgoing: MemberOutgoing
  readonly messages: MemberMessages
  readonly beforeWord: BeforeWord
  /** Wakes the node that has a device. */
  wakeElsewhere(deviceId: string): void
  announceGone: Parameters<typeof createScheduledMessages>[0]['announceGone']
  onFault(error: unknown): void
}

type HeardNotice = Pick<ChatNotice, 'workspaceId' | 'deviceId' | 'chatKey'>

/** What people of the team write: at once, later, and about messages that are there. */
export function createMemberWriting(deps: MemberWritingDeps) {
  const { db, clock, messages, numbers } = deps
  const mayWrite = createMayWrite(deps)
  /** Messages that begin a chat, until the network answers them. */
  const beginning = new Set<string>()
  const sending = deps.outgoing.sendInChats({
    origin: 'member',
    name: 'messages of the team',
    async mayBegin({ originId, deviceId }) {
      const message = await messages.find(originId)
      if (message?.begins_chat !== 1) return true
      const from = await db.transaction().execute(async (tx) => {
        const until = await numbers.beginChat(tx, deviceId, clock.now())
        if (until === null) await messages.setBeginsChat(tx, originId, flag(false))
        return until
      })
      if (from === null) beginning.add(originId)
      return from === null
    },
    async onLimited({ originId, deviceId }) {
      beginning.delete(originId)
      await messages.setBeginsChat(db, originId, flag(true))
      await numbers.limited(deviceId, clock.now())
    },
    async onTaken({ originId, deviceId }) {
      if (beginning.delete(originId)) await numbers.begun(deviceId, clock.now())
    },
  })
  function wakeHere(deviceId: string): void {
    sending.wake(deviceId)
    due.wake(deviceId)
  }
  function wake(deviceId: string): void {
    wakeHere(deviceId)
    deps.wakeElsewhere(deviceId)
  }
  const writing = createWriting({ ...deps, mayWrite, wake })
  const due = createDueMessages({ ...deps, mayWrite, writing })
  const part: Part = {
    name: sending.part.name,
    start: sending.part.start,
    async stop() {
      due.stop()
      await sending.part.stop()
    },
  }

  return {
    part,
    mayWrite,
    ...createMemberOrigin({ ...deps, mayWrite }),
    routes: {
      clock,
      store: deps.store,
      files: deps.files,
      writing,
      changes: createMessageChanges({ ...deps, writing, withdraw: deps.outgoing.withdraw }),
      scheduled: createScheduledMessages({ ...deps, mayWrite, writing }),
      startChat: createStartChat(deps),
    },
    /** A person may have written: what was to leave later waits for somebody's word. */
    async heardIn({ workspaceId, deviceId, chatKey }: HeardNotice): Promise<void> {
      if (chatKey === undefined || (await messages.nextDue(deviceId)) === null) return
      const [chat] = await deps.lists.atKeys(deviceId, [chatKey])
      if (chat?.kind !== 'individual') return
      const asked = await deps.askedIn(db, chat.id, clock.now())
      if (!asked) return
      const entryIds = await messages.holdBefore(chat.id, asked.at)
      if (entryIds.length === 0) return
      deps.announce({ workspaceId, deviceId, chatId: chat.id, entryIds })
    },
    /** Messages wait on a device, stored by another node; null when anything may have changed. */
    wokenElsewhere(deviceId: string | null): void {
      if (deviceId === null) {
        sending.wakeAll()
        due.wakeAll()
      } else wakeHere(deviceId)
    },
    deviceConnected(deviceId: string): void {
      due.connected(deviceId)
      sending.connected(deviceId)
    },
    deviceDisconnected(deviceId: string): void {
      due.disconnected(deviceId)
      sending.disconnected(deviceId)
    },
    /** New chats of a device may begin now. */
    limitsChanged: sending.wake,
    deviceRemoved: sending.deviceRemoved,
  }
}
