import type { Refusal } from '@kirim/contract/outgoing'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import type { InboundChange } from './messages.ports.ts'

export const MESSAGE_DELETED = 'message_deleted' satisfies Refusal

/** The author of a message or change, and its chat. */
export type Place = Pick<
  InboundMessage,
  'chat' | 'chatJid' | 'chatLid' | 'senderJid' | 'senderNumber'
>

/** A change with its author and content. */
export type ChangeOf = Place &
  Pick<InboundChange, 'what' | 'byAdmin' | 'text'> & { readonly at: number }

/** The state of a message after its changes. */
export interface ChangedMessage {
  readonly text: string
  readonly deleted: boolean
  readonly wording: number
  readonly editedAt: number | null
}

/** Only the author may edit a message; the author or a group admin may delete it. */
export function mayChange(change: Omit<ChangeOf, 'text' | 'at'>, message: Place): boolean {
  if (isSamePlace(change, message)) return true
  if (change.what !== 'deleted' || !change.byAdmin) return false
  return message.chat === 'group' && change.chatJid === message.chatJid
}

/** Whether both are of the same chat, and in a group of the same author. */
export function isSamePlace(one: Place, other: Place): boolean {
  if (one.chat !== other.chat) return false
  if (isSame(one.senderNumber, other.senderNumber)) {
    return one.chat === 'individual' || one.chatJid === other.chatJid
  }
  if (one.chat === 'individual') {
    return one.chatJid === other.chatJid || isSame(one.chatLid, other.chatLid)
  }
  return one.chatJid === other.chatJid && one.senderJid === other.senderJid
}

/** Applies changes that arrived before their message, in any order. */
export function applyChanges(
  message: Place & { readonly text: string },
  changes: readonly ChangeOf[],
): ChangedMessage {
  const permitted = changes.filter((change) => mayChange(change, message))
  const last = permitted
    .filter(({ what }) => what === 'edited')
    .reduce<ChangeOf | null>((a, b) => (a && a.at >= b.at ? a : b), null)
  return {
    text: last?.text ?? message.text,
    deleted: permitted.some(({ what }) => what === 'deleted'),
    wording: last ? 1 : 0,
    editedAt: last?.at ?? null,
  }
}

/** The reason for not answering what is shown in its chat alone. */
export const SHOWN_ONLY = 'shown_only'

/** Reasons for not answering that an edit does not change. */
const FINAL: ReadonlySet<string | null> = new Set([
  ...['opt_out', 'answer_saved', 'number_gone'],
  SHOWN_ONLY,
])

/** Whether an edit of a message makes it eligible for an answer again. */
export function isOpenToEdits({
  state,
  reason,
  hasOpenReply,
}: {
  readonly state: string
  readonly reason: string | null
  /** Its first reply is stored and not sent yet. */
  readonly hasOpenReply: boolean
}): boolean {
  if (state === 'new') return true
  if (state === 'silent') return !FINAL.has(reason)
  return state === 'answered' && hasOpenReply
}

function isSame(a: string | null, b: string | null): boolean {
  return a !== null && a === b
}
