import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { newId, newMessageId } from '../../../platform/ids.ts'
import type { OutgoingContent } from '../../../platform/message-content.ts'
import type { BeforeWord } from '../assigning/before-word.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import type { ChatNotice } from '../live/announce.ts'
import { createGiving, type GiveDeps, type Ready } from './give-message.ts'
import type { MayWrite } from './may-write.ts'
import type { MemberMessage, MemberMessages } from './member-messages.repository.ts'

interface WriteDeps extends GiveDeps {
  readonly db: Db
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'lock'>
  readonly messages: MemberMessages
  readonly mayWrite: MayWrite
  readonly beforeWord: BeforeWord
  /** Messages of the device wait, wherever it is connected. */
  wake(deviceId: string): void
  announce(notice: ChatNotice): void
}

/** What somebody writes. */
export interface Draft {
  readonly kind: MemberMessage['kind']
  /** The id of their browser; null for what is repeated without harm. */
  readonly clientId: string | null
  readonly text: string
  readonly mediaId?: string | null
  readonly content?: OutgoingContent | null
  /** In epoch milliseconds; at once without it. */
  readonly sendAt?: number | null
}

/** What has changed in a chat with a message. */
export interface Given {
  readonly entryIds: readonly string[]
  readonly wasAssignedTo?: string | null
}

/** Stores what somebody of the team writes, which leaves as soon as it may. */
export function createWriting(deps: WriteDeps) {
  const { db, clock, messages } = deps
  const { prepare, give } = createGiving(deps)

  function tell(chat: ChatRow, { entryIds, wasAssignedTo }: Given): void {
    const { id: chatId, user_id: workspaceId, device_id: deviceId } = chat
    deps.wake(deviceId)
    deps.announce({
      ...{ workspaceId, deviceId, chatId, entryIds },
      ...(wasAssignedTo !== undefined && { wasAssignedTo }),
    })
  }

  /** The same for what somebody sends now, with what follows from their word. */
  async function giveNow(
    tx: Db,
    chat: ChatRow,
    row: MemberMessage,
    { ready, writer }: { readonly ready: Ready; readonly writer: Caller },
  ): Promise<Given> {
    if (row.kind !== 'message') return { entryIds: await give(tx, chat, row, ready) }
    const word = await deps.beforeWord(tx, writer, chat.id)
    const entryIds = [...(await give(tx, chat, row, ready)), ...word.entryIds]
    return { entryIds, wasAssignedTo: word.wasAssignedTo }
  }

  return {
    prepare,
    give,
    giveNow,
    tell,

    /**
     * Returns the id of the message's entry; repeated with the same id of the browser, it changes
     * nothing. Throws why it may not be written.
     */
    async write(caller: Caller, chat: ChatRow, draft: Draft): Promise<string> {
      const { personId } = caller
      const clientId = `${personId} ${draft.clientId ?? newId()}`
      const known = draft.clientId === null ? null : await messages.byClientId(clientId)
      if (known) return known.id
      const now = clock.now()
      const row: MemberMessage = {
        id: newMessageId(),
        user_id: chat.user_id,
        device_id: chat.device_id,
        chat_id: chat.id,
        person_id: personId,
        client_id: clientId,
        kind: draft.kind,
        text: draft.text,
        media_id: draft.mediaId ?? null,
        content: draft.content ? JSON.stringify(draft.content) : null,
        send_at: draft.sendAt ?? null,
        state: draft.sendAt ? 'scheduled' : 'given',
        created_at: now,
        decided_at: now,
        begins_chat: 0,
      }
      const ready = await prepare(row, await deps.mayWrite.require(caller, chat))
      const given = await db.transaction().execute(async (tx): Promise<Given | null> => {
        // It may have become part of another chat.
        if (!(await deps.store.lock(tx, chat.id))) throw new DomainError('chat_not_found')
        if (!(await messages.insert(tx, row))) return null
        if (row.state === 'scheduled') return { entryIds: [row.id] }
        return giveNow(tx, chat, row, { ready, writer: caller })
      })
      if (given === null) return (await messages.byClientId(clientId))?.id ?? row.id
      tell(chat, given)
      return row.id
    },
  }
}

export type Writing = ReturnType<typeof createWriting>
