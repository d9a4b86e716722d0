import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import { newMessageId } from '../messaging/outgoing.ts'
import type { ChatKey } from '../store/messages.ts'
import { seconds, userJid } from '../wire/stanza.ts'

/** A contact's status, encrypted with a key that the devices never received. */
export function postStatus(core: Core, { phone, contact }: ChatKey): void {
  const { store, clock, companions, mailbox } = core
  store.transaction(() => {
    for (const device of companions.ofPhone(phone)) {
      const id = newMessageId()
      const node: BinaryNode = {
        tag: 'message',
        attrs: {
          from: 'status@broadcast',
          participant: userJid(contact),
          id,
          type: 'media',
          t: seconds(clock.now()),
        },
        content: [{ tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: randomBytes(90) }],
      }
      mailbox.post(device, { class: 'message', id, peer: contact, node })
    }
  })
}
