import { chatbotAnswers } from '../features/chatbots/answering/answers.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createMessages } from '../features/messages/messages.feature.ts'
import type { InboundMessage } from '../features/messages/messages.ports.ts'
import type { Db } from '../platform/database/database.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Rooms } from './rooms.ts'

/** What opting out uses up is no answer to a campaign; anything else may be one. */
async function hearBoth(rooms: Rooms, userId: string, message: InboundMessage) {
  const optOut = await rooms.optOuts().hear(userId, message)
  const answer = await rooms.campaigns().hear(userId, message)
  if (!optOut && !answer) return null
  return {
    async write(tx: Db): Promise<boolean> {
      const isUsed = (await optOut?.write(tx)) ?? false
      if (!isUsed) await answer?.write(tx)
      return isUsed
    },
    async written(): Promise<void> {
      answer?.written()
      await optOut?.written()
    },
  }
}

/** Wires messages: what people write to linked numbers, and who listens. */
export function wireMessages(
  base: Base,
  { learnIdentity, networkNumbers }: Pick<Contacts, 'learnIdentity' | 'networkNumbers'>,
  rooms: Rooms,
) {
  /** Before the message is kept: what it says of who wrote it is told again with the next one. */
  async function learnFrom(
    userId: string,
    { senderNumber, chatLid, chat, fromMe }: InboundMessage,
  ): Promise<void> {
    if (fromMe || chat === 'group' || senderNumber === null || chatLid === null) return
    await learnIdentity({ userId, phoneNumber: senderNumber, lid: chatLid })
  }

  return createMessages({
    ...base,
    devices: createKnownDevices(base.db),
    async hear(userId, message) {
      const written = await networkNumbers.ofSender(userId, message)
      await learnFrom(userId, written)
      return hearBoth(rooms, userId, written)
    },
    answers: chatbotAnswers,
    onOpen: (chat) => rooms.chatbots().answer(chat),
  })
}
