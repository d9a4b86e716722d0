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
  { deviceId, messageId, senderJid, fromMe, text: emoji, sentAt: at }: InboundChange,
): Promise<void> {
  // In an individual chat the sender is always the person, also for the owner's reactions.
  await keepReaction(db, { deviceId, messageId, senderJid: fromMe ? '' : senderJid, emoji, at })
}

/** The same; the sender is empty for the owner. */
export async function keepReaction(
  db: Db,
  reaction: Pick<InboundChange, 'deviceId' | 'messageId' | 'senderJid'> & {
    readonly emoji: string
    readonly at: number
  },
): Promise<void> {
  const { at } = reaction
  const row = { emoji: reaction.emoji.slice(0, EMOJI_LETTERS), at }
  await db
    .insertInto('message_reactions')
    .values({
      ...row,
      device_id: reaction.deviceId,
      message_id: reaction.messageId,
      sender_jid: reaction.senderJid,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['device_id', 'message_id', 'sender_jid'])
        .doUpdateSet(row)
        .where('message_reactions.at', '<', at),
    )
    .execute()
}
