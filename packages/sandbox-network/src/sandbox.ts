import { createChangeActions } from './change-actions.ts'
import type { Core } from './core.ts'
import { SandboxError } from './errors.ts'
import { createGroupActions } from './group-actions.ts'
import type { MediaHost } from './media/media-host.ts'
import { tellNumber } from './messaging/bootstrap.ts'
import type { Calls } from './messaging/calls.ts'
import { composeContent } from './messaging/compose.ts'
import type { GroupOutgoing } from './messaging/group-outgoing.ts'
import type { Outgoing } from './messaging/outgoing.ts'
import type { Presence } from './messaging/presence.ts'
import type { Presenter } from './messaging/presenter.ts'
import type { Receipts } from './messaging/receipts.ts'
import { createOwnerRemoval } from './owner-removal.ts'
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
import { setTimer, withTimer } from './weather/disappearing.ts'
import type { WeatherActions } from './weather/weather-actions.ts'

/** Actions on the network, for users and tests. Numbers are digits with the country code. */
export type SandboxActions = ReturnType<typeof createSandbox>

interface Parts {
  core: Core
  presenter: Presenter
  receipts: Receipts
  outgoing: Outgoing
  groupOutgoing: GroupOutgoing
  presence: Presence
  calls: Calls
  pairing: Pairing
  sessions: Sessions
  mediaHost: MediaHost
  weather: WeatherActions
}

const PAGE = 50

export function createSandbox(parts: Parts) {
  const { core, presenter, receipts, outgoing, presence, pairing, sessions, mediaHost } = parts
  const { store, clock, phones, groups, directory, messages, deliveries } = core
  const { companions, live, timing } = core

  function changeContact(
    phone: string,
    number: string,
    change: Parameters<typeof directory.update>[2],
  ): void {
    phones.get(phone)
    directory.update(phone, number, change)
  }

  /** Reschedules receipts after a change of the contact: held back, or due from now on. */
  function rescheduleReceipts(phone: string, number: string): void {
    const contact = directory.contact(phone, number)
    const { owner } = phones.get(phone)
    const now = clock.now()
    const delivered = contact.online ? now + timing.deliveredMs : undefined
    const read =
      contact.online && contact.reads ? now + timing.readMs - timing.deliveredMs : undefined
    for (const table of [messages, deliveries]) {
      table.plan(owner, number, 'sent', delivered)
      table.plan(owner, number, 'delivered', read)
    }
    receipts.wake()
  }

  const compose = (content: OutgoingContent) => composeContent(core, mediaHost, content)

  const changes = createChangeActions(parts)

  return {
    ...createGroupActions({ ...parts, compose }),
    ...changes,
    ...parts.weather,
    /**
     * Creates a phone, with a free number if none is given. Throws `number_taken`,
     * `number_invalid`.
     */
    createPhone(options: { owner: string; name: string; number?: string }): Phone {
      // As a phone, it would receive that group's messages.
      if (options.number && groups.isInForeign(options.number, options.owner)) {
        throw new SandboxError('number_taken', 'This number is in use by somebody else.')
      }
      const phone = phones.create(options, clock.now())
      presenter.announcePhone(phone.number)
      return phone
    },
    findPhone: (number: string): Phone | undefined => phones.find(number),
    /** All phones, or one owner's. */
    listPhones: (owner?: string): Phone[] => phones.list(owner),
    /**
     * Scans a client's QR code with the phone and links the client. Throws `phone_unknown`,
     * `qr_invalid`, `qr_unknown`, `qr_expired`, `too_many_devices`, `pairing_failed`. Undefined
     * when the account asks for a passkey first: the device is linked once it has answered.
     */
    scan: (qrText: string, number: string): Promise<DeviceAddress | undefined> =>
      pairing.scan(qrText, number),
    /** Enters a client's pairing code on the phone. Throws like `scan`. */
    enterPairingCode: (code: string, number: string): Promise<DeviceAddress | undefined> =>
      pairing.enterCode(code, number),
    /** The code that the phone shows while a device is linked by a passkey but not by its scan. */
    passkeyCode: (number: string): string | null => pairing.shownCode(number),
    /** Unlinks all devices of the phone, or the given one: 401. */
    unlink(number: string, device?: number): void {
      phones.get(number)
      for (const each of companions.ofPhone(number)) {
        if (device === undefined || each.device === device) sessions.unlink(each)
      }
    },
    /** Closes the connections of the phone's devices: 428. They may reconnect at once. */
    drop(number: string): void {
      phones.get(number)
      for (const connection of live.ofPhone(number)) connection.cut()
    },
    /** Removes all data of an owner: phones, links, chats, groups, files and contact settings. */
    removeOwner: createOwnerRemoval(core, sessions),
    /** While offline, devices are disconnected and refused at login: 503. */
    setOffline(number: string, offline: boolean): void {
      phones.get(number)
      phones.setOffline(number, offline)
      if (offline) for (const connection of live.ofPhone(number)) connection.cut()
      presenter.announcePhone(number)
    },
    /**
     * The name and behaviour of a contact are set by the owner of a phone, for that owner's phones
     * only. Throws `phone_unknown`, `number_invalid`, as do the other changes of a contact below.
     */
    contact(phone: string, number: string): Contact {
      phones.get(phone)
      return directory.contact(phone, number)
    },
    /** Sets a contact's name; '' removes it. */
    setContactName(phone: string, number: string, name: string): void {
      changeContact(phone, number, { name })
    },
    /**
     * Registers or unregisters a contact. By default, all numbers are registered except those
     * ending in 0000.
     */
    setUnregistered(phone: string, number: string, unregistered: boolean): void {
      changeContact(phone, number, { registered: unregistered ? 0 : 1 })
    },
    /** Messages to an offline contact stay `sent` until it is online again. */
    setContactOffline(phone: string, number: string, offline: boolean): void {
      store.transaction(() => {
        changeContact(phone, number, { online: offline ? 0 : 1 })
        rescheduleReceipts(phone, number)
      })
    },
    /** When a contact does not read, messages stay `delivered`. */
    setContactReads(phone: string, number: string, reads: boolean): void {
      store.transaction(() => {
        changeContact(phone, number, { reads: reads ? 1 : 0 })
        rescheduleReceipts(phone, number)
      })
    },
    /**
     * Messages of a contact with a hidden number carry only the LID; a lookup of the number still
     * returns the LID.
     */
    setContactHidden(phone: string, number: string, hidden: boolean): void {
      changeContact(phone, number, { hidden: hidden ? 1 : 0 })
    },
    /** Sets a contact's username, without its @; '' removes it. */
    setContactUsername(phone: string, number: string, username: string): void {
      changeContact(phone, number, { username })
    },
    /** Shows a hidden number from now on; the phone tells its devices which contact has it. */
    async revealNumber(phone: string, number: string): Promise<void> {
      changeContact(phone, number, { hidden: 0 })
      await tellNumber(core, phone, directory.contact(phone, number))
    },
    /**
     * Makes the network answer messages to this number with an error such as 463; `undefined`
     * resets this.
     */
    refuse(phone: string, number: string, code: number | undefined): void {
      changeContact(phone, number, { refusal: code ?? null })
    },
    /**
     * Writes to the phone as the contact. Devices that are not connected get the message later.
     * Throws `phone_unknown`, `number_unregistered`.
     */
    async sendAsContact(
      phone: string,
      contact: string,
      content: OutgoingContent,
      options: SendOptions = {},
    ): Promise<StoredMessage> {
      phones.get(phone)
      const chat = { phone, contact }
      const { quotes } = options
      const composed = await compose(content)
      const message =
        quotes === undefined ? composed : changes.quoting(phone, contact, quotes, composed)
      return outgoing.send(chat, withTimer(core, chat, message), options)
    },
    /**
     * The contact sets the seconds after which messages of the chat disappear; 0 for never. Throws
     * like `sendAsContact`.
     */
    async setDisappearing(phone: string, contact: string, seconds: number): Promise<void> {
      phones.get(phone)
      const chat = { phone, contact }
      await outgoing.send(chat, setTimer(core, chat, seconds), {})
    },
    presenceAsContact(phone: string, contact: string, state: PresenceState): void {
      phones.get(phone)
      presence.show({ phone, contact }, state)
    },
    /** Repeats the receipts of the chat's last messages. */
    repeatReceipts(phone: string, contact: string): void {
      phones.get(phone)
      store.transaction(() => {
        const last = messages.page({ phone, contact }, PAGE, Number.MAX_SAFE_INTEGER)
        for (const message of last) if (message.direction === 'to-contact') receipts.repeat(message)
      })
    },
    /**
     * The last messages of a chat or group, oldest first; `before` is a position to page back from.
     * Default limit 50.
     */
    messages(
      phone: string,
      contact: string,
      { limit = PAGE, before = Number.MAX_SAFE_INTEGER }: { limit?: number; before?: number } = {},
    ): StoredMessage[] {
      phones.get(phone)
      return messages.page({ phone, contact }, limit, before).map(presenter.message)
    },
    /** The chats of a phone with contacts, latest first. */
    chats(phone: string): Chat[] {
      phones.get(phone)
      const unread = messages.unread(phone)
      return messages.last(phone).map((row) => ({
        contact: directory.contact(phone, row.contact),
        last: presenter.message(row),
        unread: unread.get(row.contact) ?? 0,
      }))
    },
    /** The number of messages with a file sent to an owner's phones. */
    filesTo: (owner: string): number => messages.filesTo(owner),
    /** The number of messages received again with a known id, over the whole network. */
    duplicates: (): number => messages.duplicates(),
  }
}
