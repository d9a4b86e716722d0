import { isLidUser, jidDecode, jidNormalizedUser, type WACallEvent } from 'baileys'
import type { CallOffer } from '../../../features/manners/manners.ports.ts'

export type Call = Omit<CallOffer, 'deviceId'>

/** A call that starts to ring; null for all other call events. */
export function readCall({
  status,
  id,
  from,
  chatId,
  callerPn,
  isGroup,
  offline,
}: WACallEvent): Call | null {
  if (status !== 'offer' || !id || !from) return null
  const callerJid = jidNormalizedUser(chatId || from)
  if (!jidDecode(callerJid)?.user) return null
  return {
    callId: id,
    from,
    callerJid,
    callerNumber: [callerPn, callerJid, from].map(numberOf).find(Boolean) ?? null,
    callerLid: [callerJid, from].map(lidOf).find(Boolean) ?? null,
    isGroup: Boolean(isGroup),
    isOver: offline,
  }
}

function numberOf(jid: string | undefined): string | null {
  const decoded = jidDecode(jid)
  return decoded?.server === 's.whatsapp.net' ? decoded.user : null
}

function lidOf(jid: string): string | null {
  return isLidUser(jid) ? jidNormalizedUser(jid) : null
}
