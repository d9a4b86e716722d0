import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow } from '../chats.ports.ts'
import { pausedUntil } from '../rules/bot-pause.ts'
import { rulesOf } from '../rules/chat-rules.repository.ts'

interface PausesDeps {
  readonly db: Db
  readonly clock: Clock
  /** The numbers among these whose chatbot is switched on. */
  chatbotsOn(db: Db, deviceIds: readonly string[]): Promise<ReadonlySet<string>>
  /** Until when the guard against loops has silenced chatbots, by device and chat key. */
  loopPauses(
    chats: readonly Pick<ChatRow, 'device_id' | 'chat_key'>[],
  ): Promise<ReadonlyMap<string, number>>
}

/**
 * Until when chatbots are silent in chats of a workspace, by device and chat key, whatever the
 * reason is; chats in which they answer, and those of numbers without a chatbot, are missing.
 */
export function createPausedChats({ db, clock, chatbotsOn, loopPauses }: PausesDeps) {
  return async (chats: readonly ChatRow[]): Promise<ReadonlyMap<string, number>> => {
    const [first] = chats
    if (!first) return new Map()
    const on = await chatbotsOn(db, [...new Set(chats.map((chat) => chat.device_id))])
    const answered = chats.filter((chat) => on.has(chat.device_id))
    if (answered.length === 0) return new Map()
    const [{ botPause }, loops] = await Promise.all([
      rulesOf(db, first.user_id),
      loopPauses(answered),
    ])
    const ends = answered.flatMap((chat) => {
      const place = `${chat.device_id} ${chat.chat_key}`
      const until = Math.max(pausedUntil(chat, botPause, clock.now()) ?? 0, loops.get(place) ?? 0)
      return until > 0 ? [[place, until] as const] : []
    })
    return new Map(ends)
  }
}
