import { type BotPause, PAUSED_FOR_GOOD } from '@kirim/contract/chat-settings'
import type { AliasableExpression } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { ChatTable } from '../../../platform/database/schema/inbox.ts'
import { rulesOf } from './chat-rules.repository.ts'

const HOUR_MS = 60 * 60_000
const FOR_GOOD = Date.parse(PAUSED_FOR_GOOD)

const LASTS: Readonly<Record<BotPause, number>> = {
  off: 0,
  '1h': HOUR_MS,
  '4h': 4 * HOUR_MS,
  '24h': 24 * HOUR_MS,
  until_resumed: FOR_GOOD,
}

/** When people spoke in a chat, and when a chatbot gave it to them. */
export type SpokenIn = Pick<
  { [column in keyof ChatTable]: number | null },
  'word_at' | 'handed_over_at'
>

/**
 * Until when chatbots are silent in a chat, in epoch milliseconds; null when they may answer. What
 * was handed over belongs to people at least until somebody lets chatbots go on, where a mere word
 * silences nobody.
 */
export function pausedUntil(
  { word_at: word, handed_over_at: handedOver }: SpokenIn,
  botPause: BotPause,
  now: number,
): number | null {
  const ends = [
    word === null ? 0 : word + LASTS[botPause],
    handedOver === null ? 0 : botPause === 'off' ? FOR_GOOD : handedOver + LASTS[botPause],
  ]
  const until = Math.min(Math.max(...ends), FOR_GOOD)
  return until > now ? until : null
}

type ChatsOf = AliasableExpression<
  SpokenIn & { readonly device_id: string; readonly chat_key: string; readonly user_id: string }
>

interface Place {
  readonly deviceId: string
  readonly chatKey: string
}

/** Reads until when chatbots are silent in a chat; null when they may answer. */
export function createBotPauses(db: Db, chats: ChatsOf) {
  const spokenIn = prepared((on, { deviceId, chatKey }: Place) =>
    on
      .selectFrom(chats.as('chat'))
      .select(['chat.user_id', 'chat.word_at', 'chat.handed_over_at'])
      .where('chat.device_id', '=', deviceId)
      .where('chat.chat_key', '=', chatKey),
  )
  return async (place: Place, now: number): Promise<number | null> => {
    const [chat] = await spokenIn(db, place)
    if (!chat || (chat.word_at === null && chat.handed_over_at === null)) return null
    const { botPause } = await rulesOf(db, chat.user_id)
    return pausedUntil(chat, botPause, now)
  }
}
