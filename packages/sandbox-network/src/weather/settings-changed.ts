import type { Core } from '../core.ts'
import { newMessageId } from '../messaging/outgoing.ts'
import { seconds, userJid } from '../wire/stanza.ts'

/** Tells a phone's devices that a setting of its account has changed. */
export function postSettingChanged(
  { store, clock, companions, mailbox }: Core,
  phone: string,
): void {
  store.transaction(() => {
    for (const device of companions.ofPhone(phone)) {
      const id = newMessageId()
      const attrs = { from: userJid(phone), id, type: 'server_sync', t: seconds(clock.now()) }
      const collection = { tag: 'collection', attrs: { name: 'regular_low', version: '1' } }
      const node = { tag: 'notification', attrs, content: [collection] }
      mailbox.post(device, { class: 'notification', id, peer: phone, node })
    }
  })
}
