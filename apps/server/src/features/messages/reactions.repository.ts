import type { Db } from '../../platform/database/database.ts'
import type { InboundChange } from './messages.ports.ts'

/** A reaction is a sign, or a few that make one. */
const EMOJI_LETTERS = 32

/**
 * Keeps what somebody reacts to a message with, by the network's id of it: it may have come in or
 * have left. An empty one takes it back, and an older one that comes later does nothing.
 */
export async function keepReaction(
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
      // In a chat of two the sender is always the person, also of what the owner does there.
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
