import { createHash } from 'node:crypto'
import type { PushDueTable } from '../../../platform/database/schema/chat-waits.ts'
import type { ChatRow } from '../chats.ports.ts'
import type { StoredPush } from './subscriptions.repository.ts'

const TEXT_LETTERS = 120
/** A name with this many digits may be a number, however it is written. */
const NUMBER_LIKE = /(?:\d\D*){7}/

export function wants(browser: StoredPush, kind: PushDueTable['kind']): boolean {
  if (kind === 'mine') return browser.mine
  if (kind === 'mention') return browser.mentions
  return browser.unansweredMinutes !== null
}

/** Never with a phone number; with the beginning of the message where the person wants it. */
export function payloadOf(due: PushDueTable, chat: ChatRow, name: string, showsText: boolean) {
  return {
    kind: due.kind,
    workspaceId: due.user_id,
    chatId: chat.id,
    name: NUMBER_LIKE.test(name) ? '' : name,
    text: showsText && due.kind !== 'mention' ? chat.preview.slice(0, TEXT_LETTERS) : '',
  }
}

/** At most 32 letters of base64url, as RFC 8030 wants it. */
export function topicOf(chatId: string): string {
  return createHash('sha256').update(chatId).digest('base64url').slice(0, 32)
}
