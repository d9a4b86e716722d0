import type { WACallEvent } from 'baileys'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../../../platform/lru.ts'
import { storedId } from '../connection/message-id.ts'
import { readCall } from './calls.ts'
import type { Inbound } from './read-inbound.ts'

const RINGING_MAX = 100

/**
 * Shows calls of people in their chats once they are missed or rejected; what somebody answers on
 * the phone is the phone's own. A call is stored once, by its id.
 */
export function createCallEntries(keep: (message: Inbound) => Promise<void>) {
  const ringing = new LRUCache<string, WACallEvent>(maxEntries(RINGING_MAX))

  async function end(call: WACallEvent, outcome: 'missed' | 'rejected'): Promise<void> {
    ringing.delete(call.id)
    const entry = entryOf(call, outcome)
    if (entry) await keep(entry)
  }

  return {
    async hear(call: WACallEvent): Promise<void> {
      const offer = ringing.get(call.id)
      if (call.status === 'accept') ringing.delete(call.id)
      else if (call.status === 'offer') {
        // It rang while the device was not connected.
        if (call.offline) await end(call, 'missed')
        else ringing.set(call.id, call)
      } else if (call.status === 'timeout') await end(offer ?? call, 'missed')
      else if (call.status === 'terminate' && offer) await end(offer, 'missed')
      else if (call.status === 'reject' && offer) await end(offer, 'rejected')
    },
    /** This device has rejected it. */
    async rejected(callId: string): Promise<void> {
      const offer = ringing.get(callId)
      if (offer) await end(offer, 'rejected')
    },
  }
}

function entryOf(event: WACallEvent, outcome: 'missed' | 'rejected'): Inbound | null {
  const call = readCall({ ...event, status: 'offer' })
  if (!call || call.isGroup) return null
  return {
    messageId: storedId(`call-${call.callId}`),
    chatJid: call.callerJid,
    chatLid: call.callerLid,
    chat: 'individual',
    senderJid: call.callerJid,
    senderNumber: call.callerNumber,
    username: null,
    senderName: '',
    kind: 'other',
    text: '',
    content: { special: { type: 'call', isVideo: Boolean(event.isVideo), outcome } },
    isQuiet: true,
    fromMe: false,
    sentAt: event.date.getTime() || 0,
  }
}
