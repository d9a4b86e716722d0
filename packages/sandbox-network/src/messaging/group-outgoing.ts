import { encodeWAMessage, proto } from 'baileys'
import type { Core } from '../core.ts'
import { SandboxError } from '../errors.ts'
import { type EncryptedForDevice, encryptForDevice } from '../signal/device-session.ts'
import { type Companion, deviceKey } from '../store/companions.ts'
import type { MessageRow } from '../store/messages.ts'
import type { Contact, Group, StoredMessage } from '../types.ts'
import { asSent, bodyAsSent } from '../weather/unreadable.ts'
import { readContent } from './content.ts'
import { distributionMessage, encNode, openOwnSenderKey, queueGroupMessage } from './group-mail.ts'
import type { GroupReceipts } from './group-receipts.ts'
import { RETRY } from './mailbox.ts'
import { newMessageId, type ResendRequest } from './outgoing.ts'
import { memberPeer } from './peer.ts'
import type { Presenter } from './presenter.ts'
import type { Receipts } from './receipts.ts'

/** Writes into a group as one of its members, from the member's own phone. */
export type GroupOutgoing = ReturnType<typeof createGroupOutgoing>

export function createGroupOutgoing(
  core: Core,
  presenter: Presenter,
  receipts: Receipts,
  groupReceipts: GroupReceipts,
) {
  const { store, clock, directory, phones, groups, companions, messages, mailbox, locks } = core
  const { senderKeys } = core

  /** Stores the message in the chat of one phone of the group. */
  function record(
    phone: string,
    group: Group,
    author: string,
    content: proto.IMessage,
    id: string,
  ): MessageRow {
    const chat = { phone, contact: group.id }
    const direction = phone === author ? 'to-contact' : 'from-contact'
    const known = messages.find(chat, direction, id)
    if (known) return messages.countCopy(known)
    const readable = readContent(content)
    const message = messages.add({
      ...chat,
      ...readable,
      direction,
      id,
      media: readable.media && { ...readable.media, intact: true },
      content: Buffer.from(proto.Message.encode(content).finish()),
      at: clock.now(),
      status: 'sent',
      addressing: group.addressing,
      dueAt: undefined,
      author,
    })
    if (direction === 'to-contact') {
      for (const member of group.members) {
        if (member.registered && member.number !== author) groupReceipts.plan(message, member)
      }
    }
    return message
  }

  /** Encrypts the author's key for a device that does not have it. */
  async function distribute(
    group: Group,
    author: string,
    device: Companion,
    distribution: Uint8Array,
  ): Promise<EncryptedForDevice | undefined> {
    if (senderKeys.isDistributed(group.id, author, device)) return undefined
    return encryptForDevice(core, author, device, distributionMessage(group, distribution))
  }

  function post(
    group: Group,
    author: Contact,
    rows: MessageRow[],
    body: Uint8Array,
    { device, keyMessage }: Part,
  ): void {
    const message = ofPhone(rows, device.phone)
    keyMessage?.step.save()
    senderKeys.markDistributed(group.id, author.number, device)
    const key = keyMessage ? [encNode(keyMessage.sealed.type, keyMessage.sealed.body)] : []
    const sent = bodyAsSent(core, device.phone, { id: message.id, body })
    const content = [...key, encNode('skmsg', sent, message)]
    queueGroupMessage(core, device, { group, author, message, content })
  }

  return {
    /**
     * Returns the message as stored for the group's owner. Throws `not_a_member`,
     * `number_unregistered`.
     */
    async send(
      group: Group,
      number: string,
      content: proto.IMessage,
      { messageId = newMessageId() }: { messageId?: string },
    ): Promise<StoredMessage> {
      const author = directory.reach(group.owner, number)
      if (!author) {
        throw new SandboxError('number_unregistered', 'This number is not on the network.')
      }
      if (!group.members.some((member) => member.number === number)) {
        throw new SandboxError('not_a_member', 'This number is not in the group.')
      }
      const chats = group.members.filter((member) => phones.find(member.number))
      const devices = chats.flatMap((member) => companions.ofPhone(member.number))
      const keys = [...devices.map(deviceKey), memberPeer(group.id, number)]
      return locks.run(keys, async () => {
        const key = openOwnSenderKey(core, group, number)
        const distribution = await key.distribution()
        const body = await key.encrypt(encodeWAMessage(content))
        const linked = devices.filter((device) => companions.find(device))
        const parts = await Promise.all(
          linked.map(async (device) => ({
            device,
            keyMessage: await distribute(group, number, device, distribution),
          })),
        )
        return store.transaction(() => {
          key.save()
          const rows = chats.map((chat) => record(chat.number, group, number, content, messageId))
          for (const part of parts) post(group, author, rows, body, part)
          receipts.wake()
          for (const message of rows) presenter.announceMessage(message)
          return presenter.message(ofPhone(rows, group.owner))
        })
      })
    },

    /**
     * Resends a message that a device could not decrypt, encrypted for it alone and with the
     * author's key.
     */
    async resend(
      device: Companion,
      { chat, author: number, id, renewal, last }: ResendRequest,
    ): Promise<void> {
      const group = groups.find(chat.contact)
      const author = group && directory.reach(group.owner, number)
      const direction = device.phone === number ? 'to-contact' : 'from-contact'
      const message = messages.find(chat, direction, id)
      if (!group || !author || !message) return
      const key = openOwnSenderKey(core, group, number)
      const content = {
        ...proto.Message.decode(message.content),
        ...distributionMessage(group, await key.distribution()),
      }
      const { step, sealed } = await encryptForDevice(core, number, device, content, renewal)
      const copy = asSent(core, chat, { id, sealed, again: true })
      store.transaction(() => {
        key.save()
        step.save()
        senderKeys.markDistributed(group.id, number, device)
        mailbox.settle(device, {
          class: 'message',
          id,
          peer: memberPeer(group.id, number),
        })
        queueGroupMessage(core, device, {
          group,
          author,
          message,
          content: [encNode(sealed.type, copy.body, message)],
          kind: last ? '' : RETRY,
        })
      })
    },
  }
}

/** What one device receives: includes the author's key when the device does not have it. */
interface Part {
  device: Companion
  keyMessage: EncryptedForDevice | undefined
}

function ofPhone(rows: MessageRow[], number: string): MessageRow {
  const row = rows.find(({ phone }) => phone === number)
  if (!row) throw new Error('a phone of the group has no copy of the message')
  return row
}
