import type { Inbox } from '../chatbots.ports.ts'
import type { AnswerManners } from '../responder.ports.ts'
import type { PendingReply } from './reply.ts'

export interface AttendDeps {
  readonly manners: AnswerManners
  readonly inbox: Pick<Inbox, 'find'>
}

/** What a person notices of their message being answered, over all replies to it. */
export interface Attendance {
  /** Whether they notice anything before a reply comes. */
  isShown(): Promise<boolean>
  /** Called before each reply that is not refused. */
  begin(): Promise<void>
}

/** Ends with what it is used for, however that ends. */
export async function attending<T>(
  { manners, inbox }: AttendDeps,
  { deviceId, inboxMessageId }: PendingReply,
  answer: (attendance: Attendance) => Promise<T>,
): Promise<T> {
  let end: (() => void) | null = null
  let isShown: Promise<boolean> | null = null
  const attendance: Attendance = {
    isShown() {
      isShown ??= manners.areShown(deviceId)
      return isShown
    },
    async begin() {
      if (end || !(await attendance.isShown())) return
      const message = await inbox.find(deviceId, inboxMessageId)
      if (!message) return
      const { networkId: messageId, chatJid, chat } = message
      const senderJid = chat === 'group' ? message.senderJid : null
      end = await manners.begin({ deviceId, messageId, chatJid, senderJid })
    },
  }
  try {
    return await answer(attendance)
  } finally {
    ;(end as (() => void) | null)?.()
  }
}
