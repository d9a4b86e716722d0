import type { SandboxGroup, SandboxMessage, SandboxPhone } from '@kirim/contract/sandbox'
import { SandboxError } from '@kirim/sandbox-network/errors'
import type {
  Contact,
  GroupChat,
  MessageKind,
  Phone,
  PresenceState,
  StoredMessage,
} from '@kirim/sandbox-network/types'
import { virtualPasskey } from '@kirim/sandbox-network/weather/virtual-passkey'
import type {
  ContactState,
  SandboxListener,
  SandboxWorld,
} from '../../features/sandbox/sandbox.ports.ts'
import { DomainError, refusedField } from '../../platform/errors.ts'
import { toNetworkContent } from './sandbox-content.ts'
import type { SandboxHost } from './sandbox-host.ts'
import { toNetworkWeather, toSandboxNetworkWeather, toWeatherReport } from './sandbox-weather.ts'

const SHOWN_KINDS: Partial<Record<MessageKind, SandboxMessage['kind']>> = {
  text: 'text',
  image: 'image',
  video: 'video',
  audio: 'audio',
  document: 'document',
  call: 'call',
}
const MEDIA_SEARCHED = 1000

/** Implements the sandbox feature's port with the network. */
export function createSandboxWorld(host: SandboxHost): SandboxWorld {
  const network = host.running
  return {
    listen: (listener) => host.whenStarted((started) => listenTo(started.events, listener)),
    phones: (owner) => network().listPhones(owner).map(toPhone),
    findPhone(owner, phoneNumber) {
      const phone = network().findPhone(phoneNumber)
      return phone?.owner === owner ? toPhone(phone) : null
    },
    createPhone: (owner, { name, phoneNumber }) =>
      translated(() =>
        toPhone(
          network().createPhone({ owner, name, ...(phoneNumber && { number: phoneNumber }) }),
        ),
      ),
    picturesTo: (owner) => network().filesTo(owner),
    async scan(qrText, phoneNumber) {
      await translatedAsync(() => network().scan(qrText, phoneNumber))
    },
    async typeCode(code, phoneNumber) {
      await translatedAsync(() => network().enterPairingCode(code, phoneNumber))
    },
    passkeyAnswer: (options) => virtualPasskey(options),
    removeOwner: (owner) => network().removeOwner(owner),
    drop: (phoneNumber) => network().drop(phoneNumber),
    unlink: (phoneNumber) => network().unlink(phoneNumber),
    weather: (phoneNumber) =>
      toWeatherReport(network().weatherOf(phoneNumber), network().weatherChanges(phoneNumber)),
    setWeather: (phoneNumber, weather) =>
      network().setWeather(phoneNumber, toNetworkWeather(weather)),
    networkWeather: () => toSandboxNetworkWeather(network().weatherOfNetwork()),
    setNetworkWeather: (weather) => network().setNetworkWeather(weather),
    chats: (phoneNumber) =>
      network()
        .chats(phoneNumber)
        .map(({ contact, last, unread }) => ({
          ...toContact(contact),
          last: toMessage(last),
          unread,
        })),
    groups: (phoneNumber) => network().groups(phoneNumber).map(toGroup),
    createGroup: (phoneNumber, wanted) =>
      translated(() => {
        const group = network().createGroup({ owner: phoneNumber, ...wanted })
        return toGroup({ group, unread: 0 })
      }, 'members'),
    contact: (phoneNumber, contactNumber) =>
      translated(() => toContact(network().contact(phoneNumber, contactNumber))),
    nameContact: (phoneNumber, contactNumber, name) =>
      network().setContactName(phoneNumber, contactNumber, name),
    messages: (phoneNumber, contactNumber, limit) =>
      network().messages(phoneNumber, contactNumber, { limit }).map(toMessage),
    write: (phoneNumber, contactNumber, written, author) =>
      translatedAsync(async () => {
        const content = toNetworkContent(written)
        const quotes = 'quotes' in written && written.quotes ? { quotes: written.quotes } : {}
        return toMessage(
          author === undefined
            ? await network().sendAsContact(phoneNumber, contactNumber, content, quotes)
            : await network().sendToGroup(contactNumber, author, content),
        )
      }),
    vote: (...vote) => translatedAsync(() => network().voteAsContact(...vote)),
    react: (...reaction) => translatedAsync(() => network().reactAsContact(...reaction)),
    edit: (phoneNumber, chat, messageId, text) =>
      translatedAsync(() => network().editMessage(phoneNumber, chat, messageId, text)),
    erase: (phoneNumber, chat, messageId, by) =>
      translatedAsync(() => network().deleteMessage(phoneNumber, chat, messageId, by)),
    call: (phoneNumber, contactNumber) =>
      translated(() => toMessage(network().callAsContact(phoneNumber, contactNumber))),
    hangUp(phoneNumber, contactNumber) {
      for (const { id, kind, mark } of network().messages(phoneNumber, contactNumber)) {
        if (kind === 'call' && !mark) network().hangUp(phoneNumber, contactNumber, id)
      }
    },
    async media(phoneNumber, contactNumber, messageId) {
      const message = network()
        .messages(phoneNumber, contactNumber, { limit: MEDIA_SEARCHED })
        .find(({ id }) => id === messageId)
      if (!message?.media?.intact) return null
      return { bytes: await message.media.read(), type: message.media.mime }
    },
    setRegistered: (phoneNumber, contactNumber, registered) =>
      network().setUnregistered(phoneNumber, contactNumber, !registered),
    setOnline: (phoneNumber, contactNumber, online) =>
      network().setContactOffline(phoneNumber, contactNumber, !online),
    setHidden: (phoneNumber, contactNumber, hidden) =>
      network().setContactHidden(phoneNumber, contactNumber, hidden),
    setUsername: (phoneNumber, contactNumber, username) =>
      network().setContactUsername(phoneNumber, contactNumber, username),
    revealNumber: (phoneNumber, contactNumber) =>
      network().revealNumber(phoneNumber, contactNumber),
    setTyping: (phoneNumber, contactNumber, typing) =>
      network().presenceAsContact(phoneNumber, contactNumber, typing ? 'composing' : 'paused'),
  }
}

type Events = ReturnType<SandboxHost['running']>['events']

function listenTo(events: Events, listener: SandboxListener): void {
  const changed = ({ owner, phone, contact }: { owner: string; phone: string; contact: string }) =>
    listener.onChanged(owner, { phoneNumber: phone, contactNumber: contact })
  events.on('message', changed)
  events.on('status', changed)
  events.on('mark', changed)
  events.on('phone', (phone) =>
    listener.onChanged(phone.owner, { phoneNumber: phone.number, contactNumber: null }),
  )
  events.on('weather', ({ owner, phone }) =>
    listener.onChanged(owner, { phoneNumber: phone, contactNumber: null }),
  )
  events.on('group', ({ owner, phone, group }) => changed({ owner, phone, contact: group.id }))
  // Outside of chats, the phone itself takes the contact's place.
  events.on('availability', ({ owner, phone, available }) =>
    listener.onPresence(owner, {
      phoneNumber: phone,
      contactNumber: phone,
      presence: available ? 'available' : 'unavailable',
    }),
  )
  events.on(
    'presence',
    ({ owner, phone, contact, state }: Parameters<typeof changed>[0] & { state: PresenceState }) =>
      listener.onPresence(owner, { phoneNumber: phone, contactNumber: contact, presence: state }),
  )
}

function toPhone(phone: Phone): SandboxPhone {
  return {
    phoneNumber: phone.number,
    name: phone.name,
    linked: phone.linked > 0,
    online: phone.connected,
  }
}

function toContact(contact: Contact): ContactState {
  return {
    contactNumber: contact.number,
    contactName: contact.name,
    registered: contact.registered,
    online: contact.online,
    hidden: contact.hidden,
    username: contact.username,
  }
}

function toGroup({ group, last, unread }: GroupChat): SandboxGroup {
  return {
    groupId: group.id,
    subject: group.subject,
    members: group.members.map(({ number, name }) => ({ phoneNumber: number, name })),
    createdAt: new Date(group.createdAt).toISOString(),
    last: last ? toMessage(last) : null,
    unread,
  }
}

function toMessage(message: StoredMessage): SandboxMessage {
  return {
    id: message.id,
    direction: message.direction,
    kind: SHOWN_KINDS[message.kind] ?? 'other',
    text: message.text,
    ...(message.mark && { mark: message.mark }),
    mediaType: message.media?.mime ?? null,
    ...(message.media?.fileName && { fileName: message.media.fileName }),
    ...(message.options && { options: message.options }),
    at: new Date(message.at).toISOString(),
    status: message.status,
    author: message.author,
  }
}

/** `field` holds the phone numbers. */
function translated<T>(action: () => T, field = 'phoneNumber'): T {
  try {
    return action()
  } catch (error) {
    throw translate(error, field)
  }
}

async function translatedAsync<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    throw translate(error)
  }
}

function translate(error: unknown, field = 'phoneNumber'): unknown {
  if (!(error instanceof SandboxError)) return error
  switch (error.code) {
    case 'number_taken':
      return refusedField('sandbox_number_taken', [field])
    case 'group_invalid':
      return new DomainError('sandbox_group_invalid')
    case 'group_unknown':
      return new DomainError('sandbox_group_not_found')
    case 'message_unknown':
      return new DomainError('sandbox_message_not_found')
    case 'not_allowed':
      return new DomainError('sandbox_delete_refused')
    case 'not_a_member':
      return new DomainError('sandbox_no_author')
    case 'number_invalid':
      return new DomainError('phone_number_invalid')
    case 'number_unregistered':
      return new DomainError('sandbox_contact_unregistered')
    case 'phone_unknown':
      return new DomainError('sandbox_phone_not_found')
    case 'qr_expired':
    case 'qr_invalid':
    case 'qr_unknown':
      return new DomainError('sandbox_no_code')
    case 'pairing_failed':
    case 'too_many_devices':
      return new DomainError('sandbox_scan_failed')
    default:
      return error
  }
}
