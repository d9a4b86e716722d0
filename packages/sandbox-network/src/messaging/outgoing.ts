import { randomBytes } from 'node:crypto'
import { type BinaryNode, proto } from 'baileys'
import type { Core } from '../core.ts'
import { SandboxError } from '../errors.ts'
import type { Ciphertext, PrekeyBundle } from '../signal/contact-session.ts'
import { encryptForDevice } from '../signal/device-session.ts'
import { type Companion, deviceKey } from '../store/companions.ts'
import type { ChatKey, MessageRow } from '../store/messages.ts'
import type { Addressing, Contact, StoredMessage } from '../types.ts'
import { formOf } from '../weather/addresses.ts'
import { asSent } from '../weather/unreadable.ts'
import { lidJid, seconds, userJid } from '../wire/stanza.ts'
import { changeAttrs } from './changes.ts'
import { readContent } from './content.ts'
import { RETRY } from './mailbox.ts'
import type { Presenter } from './presenter.ts'

/** Writes to a phone as one of its contacts. */
export type Outgoing = ReturnType<typeof createOutgoing>

/** A device's request to resend a message. */
export interface ResendRequest {
  chat: ChatKey
  author: string
  id: string
  renewal: PrekeyBundle
  /** The last request: the answer to it is final. */
  last: boolean
}

export function createOutgoing(core: Core, presenter: Presenter) {
  const { store, clock, directory, companions, messages, mailbox, locks } = core

  function post(
    device: Companion,
    contact: Contact,
    message: MessageRow,
    sealed: Ciphertext,
    { kind = '', alone = false } = {},
  ): void {
    mailbox.post(device, {
      class: 'message',
      id: message.id,
      peer: contact.number,
      kind,
      node: stanza(contact, message, sealed, alone),
    })
  }

  function stanza(
    contact: Contact,
    message: MessageRow,
    { type, body }: Ciphertext,
    alone: boolean,
  ): BinaryNode {
    const { hidden, username } = contact
    const pn = userJid(contact.number)
    const lid = lidJid(contact.lid)
    const isByLid = hidden || message.addressing === 'lid'
    const from = isByLid ? lid : pn
    const other = isByLid ? { sender_pn: pn } : { sender_lid: lid }
    return {
      tag: 'message',
      attrs: {
        from,
        ...(!hidden && !alone && other),
        ...(username && { username }),
        id: message.id,
        type: message.media ? 'media' : 'text',
        t: seconds(message.at),
        ...(contact.name && { notify: contact.name }),
        ...changeAttrs(message),
      },
      content: [
        {
          tag: 'enc',
          attrs: { v: '2', type, ...(message.media ? { mediatype: message.media.type } : {}) },
          content: body,
        },
      ],
    }
  }

  function record(chat: ChatKey, content: proto.IMessage, id: string, addressing: Addressing) {
    const known = messages.find(chat, 'from-contact', id)
    if (known) return messages.countCopy(known)
    const readable = readContent(content)
    return messages.add({
      ...chat,
      ...readable,
      direction: 'from-contact',
      id,
      media: readable.media && { ...readable.media, intact: true },
      content: Buffer.from(proto.Message.encode(content).finish()),
      at: clock.now(),
      status: 'sent',
      addressing,
      dueAt: undefined,
      author: null,
    })
  }

  return {
    async send(
      chat: ChatKey,
      content: proto.IMessage,
      {
        messageId = newMessageId(),
        addressing,
        alone = false,
      }: { messageId?: string; addressing?: Addressing; alone?: boolean },
    ): Promise<StoredMessage> {
      const contact = directory.reach(chat.phone, chat.contact)
      if (!contact) {
        throw new SandboxError('number_unregistered', 'This number is not on the network.')
      }
      const devices = companions.ofPhone(chat.phone)
      return locks.run(devices.map(deviceKey), async () => {
        const linked = devices.filter((device) => companions.find(device))
        const parts = await Promise.all(
          linked.map(async (device) => ({
            device,
            ...(await encryptForDevice(core, contact.number, device, content)),
          })),
        )
        return store.transaction(() => {
          const form = contact.hidden ? 'lid' : (addressing ?? formOf(core, chat))
          const message = record(chat, content, messageId, form ?? messages.lastAddressing(chat))
          for (const { device, step, sealed } of parts) {
            step.save()
            post(device, contact, message, asSent(core, chat, { id: message.id, sealed }), {
              alone,
            })
          }
          presenter.announceMessage(message)
          return presenter.message(message)
        })
      })
    },

    /**
     * Resends a message that a device could not decrypt, with the keys the device sent or a fresh
     * session.
     */
    async resend(device: Companion, { chat, id, renewal, last }: ResendRequest): Promise<void> {
      const message = messages.find(chat, 'from-contact', id)
      const contact = directory.reach(chat.phone, chat.contact)
      if (!message || !contact) return
      const content = proto.Message.decode(message.content)
      const { step, sealed } = await encryptForDevice(
        core,
        contact.number,
        device,
        content,
        renewal,
      )
      store.transaction(() => {
        step.save()
        mailbox.settle(device, { class: 'message', id, peer: contact.number })
        const copy = asSent(core, chat, { id, sealed, again: true })
        post(device, contact, message, copy, { kind: last ? '' : RETRY })
      })
    },
  }
}

/** A message id as phones generate it: 3A and 18 hexadecimal digits. */
export const newMessageId = (): string => `3A${randomBytes(9).toString('hex').toUpperCase()}`
