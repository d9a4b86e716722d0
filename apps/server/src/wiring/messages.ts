import { chatbotAnswers } from '../features/chatbots/answering/answers.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createMessages } from '../features/messages/messages.feature.ts'
import type { Listener } from '../features/messages/messages.ports.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Rooms } from './rooms.ts'

type Identities = Pick<Contacts, 'learnIdentity' | 'networkNumbers'>

/**
 * Who looks at a message, in their order: what opting out uses up is no answer to a campaign, and
 * anything else may be one.
 */
function listenersOf({ learnIdentity }: Identities, rooms: Rooms): Listener[] {
  return [
    {
      name: 'identities',
      // Before the message is kept: what it says of who wrote it is told again with the next one.
      async hear(userId, message) {
        const { senderNumber, chatLid, chat, fromMe } = message
        if (fromMe || chat === 'group' || senderNumber === null || chatLid === null) return null
        await learnIdentity({ userId, phoneNumber: senderNumber, lid: chatLid })
        return null
      },
    },
    { name: 'opt-outs', hear: (...heard) => rooms.optOuts().hear(...heard) },
    { name: 'campaigns', hear: (...heard) => rooms.campaigns().hear(...heard) },
    { name: 'chatbots', answer: (chat) => rooms.chatbots().answer(chat) },
  ]
}

/** Wires messages: what people write to linked numbers, and who listens. */
export function wireMessages(base: Base, identities: Identities, rooms: Rooms) {
  return createMessages({
    ...base,
    devices: createKnownDevices(base.db),
    ofSender: identities.networkNumbers.ofSender,
    listeners: listenersOf(identities, rooms),
    answers: chatbotAnswers,
  })
}
