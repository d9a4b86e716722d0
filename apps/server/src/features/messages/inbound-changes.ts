import type { Refusal } from '@kirim/contract/outgoing'
import type { InboundMessage } from '../../platform/inbound-message.ts'
import type { InboundChange } from './messages.ports.ts'

export const MESSAGE_DELETED = 'message_deleted' satisfies Refusal

/** Who wrote a message, or changed one, and where. */
export type Place = Pick<
  InboundMessage,
  'chat' | 'chatJid' | 'chatLid' | 'senderJid' | 'senderNumber'
>

/** A change, as far as it says by whom and what. */
export type ChangeOf = Place &
  Pick<InboundChange, 'what' | 'byAdmin' | 'text'> & { readonly at: number }

/** A message as it stands after what was done to it. */
export interface Changed {
  readonly text: string
  readonly deleted: boolean
  readonly wording: number
  readonly editedAt: number | null
}

/** Only its author edits a message; its author, or an administrator of the group, deletes it. */
export function mayChange(change: Omit<ChangeOf, 'text' | 'at'>, message: Place): boolean {
  if (isSamePlace(change, message)) return true
  if (change.what !== 'deleted' || !change.byAdmin) return false
  return message.chat === 'group' && change.chatJid === message.chatJid
}

/** The same chat, and in a group the same writer. */
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

/** A message for which these changes came first, in whatever order. */
export function afterChanges(
  message: Place & { readonly text: string },
  changes: readonly ChangeOf[],
): Changed {
  const counting = changes.filter((change) => mayChange(change, message))
  const last = counting
    .filter(({ what }) => what === 'edited')
    .reduce<ChangeOf | null>((a, b) => (a && a.at >= b.at ? a : b), null)
  return {
    text: last?.text ?? message.text,
    deleted: counting.some(({ what }) => what === 'deleted'),
    wording: last ? 1 : 0,
    editedAt: last?.at ?? null,
  }
}

/** What an unanswered message was left for that another wording does not change. */
const FINAL: ReadonlySet<string | null> = new Set(['opt_out', 'answer_saved', 'number_gone'])

/** Whether a message that was left unanswered is looked at again with another wording. */
export function isOpenToEdits({
  state,
  reason,
  hasOpenReply,
}: {
  readonly state: string
  readonly reason: string | null
  /** Its first reply is written and has not left. */
  readonly hasOpenReply: boolean
}): boolean {
  if (state === 'new') return true
  if (state === 'silent') return !FINAL.has(reason)
  return state === 'answered' && hasOpenReply
}

function isSame(a: string | null, b: string | null): boolean {
  return a !== null && a === b
}
