import type { Db } from '../../platform/database/database.ts'
import type { InboundChange } from './messages.ports.ts'

/** A reaction is one emoji, which may consist of several characters. */
const EMOJI_LETTERS = 32

/**
 * Stores a reaction to a received or sent message, by the network's id of that message. An empty
 * text removes the reaction; an older reaction that arrives later is ignored.
 */
export async function storeReaction(
  db: Db,
  { deviceId, messageId, senderJid, fromMe, text, sentAt: at }: InboundChange,
): Promise<void> {
  const row = { emoji: text.slice(0, EMOJI_LETTERS), at }
  await db
    .insertInto('message_reactions')
    .values({
      ...row,
      device_id: deviceId,
      message_id: messageId,
      // In an individual chat the sender is always the person, also for the owner's reactions.
      sender_jid: fromMe ? '' : senderJid,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'message_id', 'sender_jid'])
        .doUpdateSet(row)
        .where('message_reactions.at', '<', at),
    )
    .execute()
}
