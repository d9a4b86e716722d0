import type { Refusal } from '@kirim/contract/outgoing'
import type { InboundChange, InboundMessage } from '../answering/responder.ports.ts'

export const MESSAGE_DELETED = 'message_deleted' satisfies Refusal
export const MESSAGE_EDITED = 'message_edited' satisfies Refusal

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
  if (change.chat !== message.chat) return false
  if (message.chat === 'individual') {
    return (
      change.chatJid === message.chatJid ||
      isSame(change.chatLid, message.chatLid) ||
      isSame(change.senderNumber, message.senderNumber)
    )
  }
  if (change.chatJid !== message.chatJid) return false
  if (change.what === 'deleted' && change.byAdmin) return true
  return change.senderJid === message.senderJid || isSame(change.senderNumber, message.senderNumber)
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
