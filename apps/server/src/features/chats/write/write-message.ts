import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { newId, newMessageId } from '../../../platform/ids.ts'
import type { BeforeWord } from '../assigning/before-word.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'
import type { MemberMessages } from './member-messages.repository.ts'
import type { MemberOutgoing } from './write.ports.ts'

interface WriteDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'lock'>
  readonly messages: MemberMessages
  readonly outgoing: Pick<MemberOutgoing, 'storeMessages' | 'allOf'>
  readonly beforeWord: BeforeWord
  /** A message waits on the device, wherever it is connected. */
  wake(deviceId: string): void
  announce(notice: ChatNotice): void
}

export interface WrittenText {
  readonly clientId: string
  readonly text: string
}

/**
 * Stores a message of somebody of the team, which leaves as soon as its number can. Repeated with
 * the same `clientId`, it changes nothing. Returns the id of its entry.
 */
export function createWriteMessage(deps: WriteDeps) {
  const { db, clock, store, messages, outgoing, beforeWord } = deps

  return async (
    caller: Caller,
    chat: ChatRow,
    { clientId, text }: WrittenText,
  ): Promise<string> => {
    const { workspaceId, personId } = caller
    const ownId = `${personId} ${clientId}`
    const known = await messages.byClientId(ownId)
    if (known) return entryOf(known.id)
    const id = newId()
    const messageId = newMessageId()
    const word = await db.transaction().execute(async (tx) => {
      await store.lock(tx, chat.id)
      const happened = await beforeWord(tx, caller, chat.id)
      await messages.insert(tx, {
        id,
        user_id: workspaceId,
        device_id: chat.device_id,
        chat_id: chat.id,
        person_id: personId,
        client_id: ownId,
        kind: 'message',
        text,
        media_id: null,
        content: null,
        send_at: null,
        state: 'given',
        created_at: clock.now(),
      })
      const planned = {
        deviceId: chat.device_id,
        workspaceId,
        origin: 'member' as const,
        originId: id,
        messageId,
        part: 0,
        jid: chat.jid,
        text,
        mediaId: null,
        presence: null,
        presenceSeconds: 0 as const,
        chatKey: chat.chat_key,
        personId,
      }
      await outgoing.storeMessages(tx, [planned], { leaveAtOnce: false })
      return happened
    })
    deps.wake(chat.device_id)
    deps.announce({
      workspaceId,
      deviceId: chat.device_id,
      chatId: chat.id,
      entryIds: [messageId, ...word.entryIds],
      wasAssignedTo: word.wasAssignedTo,
    })
    return messageId
  }

  async function entryOf(id: string): Promise<string> {
    const [first] = await outgoing.allOf('member', id)
    return first?.messageId ?? id
  }
}
