import type { Chat } from '@kirim/contract/chats'
import type { Sight } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatChanges } from '../cases/change-chats.ts'
import type { ChatRow } from '../chats.ports.ts'
import { pausedUntil } from '../rules/bot-pause.ts'
import { rulesOf } from '../rules/chat-rules.repository.ts'

export interface ResumeDeps {
  readonly clock: Clock
  readonly changes: Pick<ChatChanges, 'change'>
  /** Ends the pause of the guard against loops in a chat; false when there is none. */
  endLoopPause(tx: Db, chat: Pick<ChatRow, 'device_id' | 'chat_key'>, now: number): Promise<boolean>
}

/** Lets chatbots answer in a chat again. Throws `chat_not_found`. */
export function createResumeChatbot({ clock, changes, endLoopPause }: ResumeDeps) {
  return (sight: Sight, id: string): Promise<Chat> =>
    changes.change(sight, id, async (chat, tx) => {
      const now = clock.now()
      const { botPause } = await rulesOf(tx, sight.workspaceId)
      const hadLooped = await endLoopPause(tx, chat, now)
      if (!hadLooped && pausedUntil(chat, botPause, now) === null) return null
      return {
        change: { word_at: null, handed_over_at: null },
        event: { kind: 'chatbot_resumed' },
      }
    })
}
