import type { HandOver } from '@kirim/contract/hand-over'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { storeChatEntry } from '../chat-entries.repository.ts'
import type { ChatsStore } from '../chats.ports.ts'
import type { ChatLabels } from '../labels/chat-labels.repository.ts'

export interface GiveDeps {
  readonly clock: Clock
  readonly store: Pick<ChatsStore, 'change'>
  readonly labels: Pick<ChatLabels, 'find' | 'put'>
  /** Gives it to people: it waits for them, and chatbots are silent. Null when it is gone. */
  giveChat(
    tx: Db,
    place: { readonly deviceId: string; readonly chatKey: string },
    at: number,
  ): Promise<{ readonly id: string; readonly assignedTo: string | null } | null>
  /** Whether a person belongs to the workspace, may answer chats and sees the number. */
  mayAnswer(workspaceId: string, personId: string, deviceId: string, tx: Db): Promise<boolean>
  /** The name of a chatbot's item; empty once it is gone. */
  itemName(tx: Db, itemId: string): Promise<string>
}

/** A hand-over that its transaction has written; after the commit browsers are told of it. */
export interface GivenToPeople {
  readonly chatId: string
  readonly entryIds: readonly string[]
  readonly wasAssignedTo: string | null
}

/**
 * A chatbot hands a chat over, in the transaction that records its answer: it waits for people, has
 * the item's label and note, and belongs to the person the item names, unless somebody has it
 * already or that person cannot answer it any more. Chatbots are silent from then on.
 */
export function createGiveToPeople(deps: GiveDeps) {
  const { clock, labels } = deps
  /** By the answers that handed over, until they are told. */
  const given = new Map<string, GivenToPeople>()

  async function give(
    tx: Db,
    answer: {
      readonly workspaceId: string
      readonly deviceId: string
      readonly chatKey: string
      readonly messageId: string
      readonly itemId: string
      readonly handOver: HandOver
    },
  ): Promise<void> {
    const { workspaceId, deviceId, handOver } = answer
    const at = clock.now()
    const chat = await deps.giveChat(tx, answer, at)
    if (!chat) return
    const { personId, labelId, note } = handOver
    const label = labelId === null ? null : await labels.find(tx, workspaceId, labelId)
    if (label) await labels.put(tx, chat.id, label.id)
    const gets =
      personId !== null &&
      chat.assignedTo === null &&
      (await deps.mayAnswer(workspaceId, personId, deviceId, tx))
    if (gets) await deps.store.change(tx, chat.id, { assigned_to: personId })
    const entry = { chatId: chat.id, workspaceId, at, personId: null }
    const event = await storeChatEntry(tx, {
      ...entry,
      kind: 'handed_over',
      params: {
        item: await deps.itemName(tx, answer.itemId),
        ...(gets && { personId }),
        ...(label && { label: label.name }),
      },
    })
    const entryIds =
      note.trim() === ''
        ? [event]
        : [event, await storeChatEntry(tx, { ...entry, kind: 'note', text: note })]
    given.set(answer.messageId, { chatId: chat.id, entryIds, wasAssignedTo: chat.assignedTo })
  }

  return {
    give,
    /** What an answer handed over, once; null for another message. */
    take(messageId: string): GivenToPeople | null {
      const known = given.get(messageId) ?? null
      given.delete(messageId)
      return known
    },
  }
}
