import { isLidUser, jidDecode, type SignalRepositoryWithLIDStore } from 'baileys'
import type { Inbound } from './inbound.ts'

/**
 * A message whose sender the network named by their LID alone, with the number that the driver
 * knows for it: whoever was written to by number is known by both. Nothing is asked of the network.
 */
export async function withNumber(
  message: Inbound,
  mapping: Pick<SignalRepositoryWithLIDStore['lidMapping'], 'getPNForLID'>,
): Promise<Inbound> {
  if (message.fromMe || message.senderNumber !== null || !isLidUser(message.senderJid)) {
    return message
  }
  const number = jidDecode((await mapping.getPNForLID(message.senderJid)) ?? undefined)?.user
  return number ? { ...message, senderNumber: number } : message
}
