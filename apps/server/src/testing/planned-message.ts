import type { PlannedMessage } from '../features/delivery/delivery.ports.ts'
import { newMessageId } from '../platform/ids.ts'

/** A message that is to be written down: a reply, where nothing else is given. */
export function plannedMessage(
  given: Pick<PlannedMessage, 'deviceId' | 'workspaceId'> & Partial<PlannedMessage>,
): PlannedMessage {
  const messageId = newMessageId()
  return {
    origin: 'chatbot',
    originId: messageId,
    part: 0,
    messageId,
    jid: '60131000001@s.whatsapp.net',
    text: 'hello',
    mediaId: null,
    presence: null,
    presenceSeconds: 0,
    ...given,
  }
}
