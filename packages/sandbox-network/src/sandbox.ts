import type { Core } from './core.ts'
import { SandboxError } from './errors.ts'
import { createGroupActions, type GroupActions } from './group-actions.ts'
import type { MediaHost } from './media/media-host.ts'
import { composeContent } from './messaging/compose.ts'
import type { GroupOutgoing } from './messaging/group-outgoing.ts'
import type { Outgoing } from './messaging/outgoing.ts'
import type { Presence } from './messaging/presence.ts'
import type { Presenter } from './messaging/presenter.ts'
import type { Receipts } from './messaging/receipts.ts'
import type { Pairing } from './pairing/pairing.ts'
import type { Sessions } from './sessions.ts'
import type { DeviceAddress } from './store/companions.ts'
import type {
  Chat,
  Contact,
  OutgoingContent,
  Phone,
  PresenceState,
  SendOptions,
  StoredMessage,
} from './types.ts'

/** What a person, or a test, can do on the network. Numbers are digits with the country code. */
export interface SandboxActions extends GroupActions {
  /** Without a number it gets a free one. Throws `number_taken`, `number_invalid`. */
  createPhone(wanted: { owner: string; name: string; number?: string }): Phone
  findPhone(number: string): Phone | undefined
  /** All phones, or one owner's. */
  listPhones(owner?: string): Phone[]
  /**
   * The phone scans the QR code that a client shows, and links it. Throws `phone_unknown`, `qr_invalid`,
   * `qr_unknown`, `qr_expired`, `too_many_devices`, `pairing_failed`.
   */
  scan(qrText: string, number: string): Promise<DeviceAddress>
  /** The phone's holder types the pairing code that a client shows. Throws as `scan`. */
  enterPairingCode(code: string, number: string): Promise<DeviceAddress>
  /** The phone removes its linked devices, or the one named: 401. */
  unlink(number: string, device?: number): void
  /** Cuts the connections of the phone's devices: 428. They may come back at once. */
  drop(number: string): void
  /** While offline, devices are cut off and turned away at login: 503. */
  setOffline(number: string, offline: boolean): void

  /** Makes the contact up when nobody has asked for it. Throws `number_invalid`. */
  contact(number: string): Contact
  setContactName(number: string, name: string): void
  /** Everybody is registered, except numbers that end in 0000; this overrules both. */
  setUnregistered(number: string, unregistered: boolean): void
  /** Messages to a contact who is offline stay `sent` until it is back. */
  setContactOffline(number: string, offline: boolean): void
  /** Without reading, messages stay `delivered`. */
  setContactReads(number: string, reads: boolean): void
  /** The network answers messages to this number with an error, such as 463; `undefined` ends it. */
  refuse(number: string, code: number | undefined): void

  /** Writes to the phone as the contact. It waits for devices that are not connected. Throws `phone_unknown`, `number_unregistered`. */
  sendAsContact(
    phone: string,
    contact: string,
    content: OutgoingContent,
    options?: SendOptions,
  ): Promise<StoredMessage>
  presenceAsContact(phone: string, contact: string, state: PresenceState): void

  /** The last messages of a chat or group, oldest first; `before` a position pages back. Default limit 50. */
  messages(
    phone: string,
    contact: string,
    page?: { limit?: number; before?: number },
  ): StoredMessage[]
  /** The chats of a phone with contacts, the latest first. */
  chats(phone: string): Chat[]
  /** How many messages came again with an id that their receiver had seen, over the whole network. */
  duplicates(): number
}

interface Parts {
  core: Core
  presenter: Presenter
  receipts: Receipts
  outgoing: Outgoing
  groupOutgoing: GroupOutgoing
  presence: Presence
  pairing: Pairing
  sessions: Sessions
  mediaHost: MediaHost
}

const PAGE = 50

export function createSandbox(parts: Parts): SandboxActions {
  const { core, presenter, receipts, outgoing, presence, pairing, sessions, mediaHost } = parts
  const { store, clock, phones, groups, directory, messages, deliveries } = core
  const { companions, live, timing } = core

  function changeContact(number: string, change: Parameters<typeof directory.update>[1]): Contact {
    directory.update(number, change)
    return directory.contact(number)
  }

  /** Receipts follow what the contact does now: held back, or due from this moment on. */
  function replan(contact: Contact): void {
    const now = clock.now()
    const delivered = contact.online ? now + timing.deliveredMs : undefined
    const read =
      contact.online && contact.reads ? now + timing.readMs - timing.deliveredMs : undefined
    for (const kept of [messages, deliveries]) {
      kept.plan(contact.number, 'sent', delivered)
      kept.plan(contact.number, 'delivered', read)
    }
    receipts.wake()
  }

  const compose = (content: OutgoingContent) => composeContent(core, mediaHost, content)

  return {
    ...createGroupActions({ ...parts, compose }),
    createPhone(wanted) {
      // As a phone it would get what is written in that group.
      if (wanted.number && groups.isInForeign(wanted.number, wanted.owner)) {
        throw new SandboxError('number_taken', 'This number is in use by somebody else.')
      }
      const phone = phones.create(wanted, clock.now())
      presenter.announcePhone(phone.number)
      return phone
    },
    findPhone: (number) => phones.find(number),
    listPhones: (owner) => phones.list(owner),
    scan: (qrText, number) => pairing.scan(qrText, number),
    enterPairingCode: (code, number) => pairing.enterCode(code, number),
    unlink(number, device) {
      phones.get(number)
      for (const each of companions.ofPhone(number)) {
        if (device === undefined || each.device === device) sessions.unlink(each)
      }
    },
    drop(number) {
      phones.get(number)
      for (const connection of live.ofPhone(number)) connection.cut()
    },
    setOffline(number, offline) {
      phones.get(number)
      phones.setOffline(number, offline)
      if (offline) for (const connection of live.ofPhone(number)) connection.cut()
      presenter.announcePhone(number)
    },
    contact: (number) => directory.contact(number),
    setContactName(number, name) {
      directory.update(number, { name })
    },
    setUnregistered(number, unregistered) {
      directory.update(number, { registered: unregistered ? 0 : 1 })
    },
    setContactOffline(number, offline) {
      store.transaction(() => replan(changeContact(number, { online: offline ? 0 : 1 })))
    },
    setContactReads(number, reads) {
      store.transaction(() => replan(changeContact(number, { reads: reads ? 1 : 0 })))
    },
    refuse(number, code) {
      directory.update(number, { refusal: code ?? null })
    },
    async sendAsContact(phone, contact, content, options = {}) {
      phones.get(phone)
      return outgoing.send({ phone, contact }, await compose(content), options)
    },
    presenceAsContact(phone, contact, state) {
      phones.get(phone)
      presence.show({ phone, contact }, state)
    },
    messages(phone, contact, { limit = PAGE, before = Number.MAX_SAFE_INTEGER } = {}) {
      phones.get(phone)
      return messages.page({ phone, contact }, limit, before).map(presenter.message)
    },
    chats(phone) {
      phones.get(phone)
      const unread = messages.unread(phone)
      return messages.last(phone).map((row) => ({
        contact: directory.contact(row.contact),
        last: presenter.message(row),
        unread: unread.get(row.contact) ?? 0,
      }))
    },
    duplicates: () => messages.duplicates(),
  }
}
