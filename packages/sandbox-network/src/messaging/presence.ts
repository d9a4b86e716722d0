import type { BinaryNode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { DeviceAddress } from '../store/companions.ts'
import type { ChatKey } from '../store/messages.ts'
import type { PresenceState } from '../types.ts'
import { children, lidJid, required, seconds, userJid } from '../wire/stanza.ts'
import type { Presenter } from './presenter.ts'

/** Presence updates are not stored; devices that are not connected miss them. */
export type Presence = ReturnType<typeof createPresence>

const CHAT_STATES = ['composing', 'recording', 'paused'] as const

export function createPresence(core: Core, presenter: Presenter) {
  const { directory, groups, live, clock } = core

  const presenceOf = (from: string, online: boolean): BinaryNode => ({
    tag: 'presence',
    attrs: online ? { from } : { from, type: 'unavailable', last: seconds(clock.now()) },
  })

  return {
    /** Handles a device's chat state towards a contact or a group. */
    receiveChatState(device: DeviceAddress, node: BinaryNode): void {
      const to = required(node, 'to')
      const contact =
        groups.find(to)?.id ?? directory.reach(device.phone, directory.numberOf(to) ?? '')?.number
      const [part] = children(node)
      const name = part?.attrs.media === 'audio' ? 'recording' : part?.tag
      const state = CHAT_STATES.find((known) => known === name)
      if (!contact || !state) return
      presenter.announcePresence({ phone: device.phone, contact }, state)
    },
    /** Handles a device's own presence, and its subscription to a contact's. */
    receivePresence(connection: Connection, node: BinaryNode): void {
      const { phone = '' } = connection.device ?? {}
      const { type = 'available' } = node.attrs
      if (type === 'available' || type === 'unavailable') {
        presenter.announceAvailability(phone, type === 'available')
      }
      if (type !== 'subscribe') return
      const jid = required(node, 'to')
      const contact = directory.reach(phone, directory.numberOf(jid) ?? '')
      if (contact) connection.send(presenceOf(jid, contact.online))
    },
    /** Sends a contact's presence to all connected devices of a phone. */
    show({ phone, contact }: ChatKey, state: PresenceState): void {
      const { lid, hidden } = directory.contact(phone, contact)
      const from = hidden ? lidJid(lid) : userJid(contact)
      for (const connection of live.ofPhone(phone)) {
        const to = connection.device ? userJid(phone, connection.device.device) : userJid(phone)
        if (state === 'available' || state === 'unavailable') {
          connection.send(presenceOf(from, state === 'available'))
          continue
        }
        const part: BinaryNode =
          state === 'recording'
            ? { tag: 'composing', attrs: { media: 'audio' } }
            : { tag: state, attrs: {} }
        connection.send({ tag: 'chatstate', attrs: { from, to }, content: [part] })
      }
    },
  }
}
