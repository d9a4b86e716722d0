import type { BinaryNode } from 'baileys'
import { isJidGroup, type proto } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import { type DeviceAddress, deviceKey } from '../store/companions.ts'
import type { ChatKey, MessageRow, NewMessage } from '../store/messages.ts'
import type { Contact } from '../types.ts'
import { isMiswritten, wrongForm } from '../weather/addresses.ts'
import { askFromCompanion, isForCompanion } from '../weather/companions.ts'
import { deliveredAfter } from '../weather/late-receipts.ts'
import { beginsChat, refusesNewChat, tellQuota } from '../weather/limited.ts'
import { refusesMessages } from '../weather/rate-limits.ts'
import { asksAgain } from '../weather/unreadable.ts'
import { required } from '../wire/stanza.ts'
import { type Arrival, acknowledge, confirmFromOwnPhone, forwardToOwnDevices } from './arrival.ts'
import { ciphertextFor, ciphertextIn } from './ciphertext.ts'
import { contentToStore, decryptMessage } from './decrypt-message.ts'
import type { GroupIncoming } from './group-incoming.ts'
import { answerPeerRequest } from './peer-requests.ts'
import type { Presenter } from './presenter.ts'
import type { Receipts } from './receipts.ts'
import { forgetAttempts, requestRetry } from './retries.ts'

/**
 * Receives messages of linked devices: to a contact, with a copy for the own phone, or to a group.
 */
export type Incoming = ReturnType<typeof createIncoming>

type Request = proto.Message.IPeerDataOperationRequestMessage

const NOT_ACCEPTABLE = 406
const TOO_MANY = 429
const NEW_CHATS_LIMITED = 463

export function createIncoming(
  core: Core,
  presenter: Presenter,
  receipts: Receipts,
  groupIncoming: GroupIncoming,
) {
  const { store, clock, directory, messages } = core

  async function take(arrival: Arrival, contact: Contact): Promise<void> {
    const chat: ChatKey = { phone: arrival.device.phone, contact: contact.number }
    const known = messages.find(chat, 'to-contact', arrival.id)
    if (known) takeCopy(arrival, known)
    else await deliverNew(arrival, chat, contact)
  }

  /** Stores all effects of a message in one transaction before it is acknowledged. */
  function settle(arrival: Arrival, effect: () => void): void {
    store.transaction(() => {
      store.afterCommit(() => acknowledge(core, arrival))
      forwardToOwnDevices(core, arrival)
      effect()
    })
  }

  /** A phone sees the id before it decrypts: it drops a copy and repeats its receipts. */
  function takeCopy(arrival: Arrival, known: MessageRow): void {
    settle(arrival, () => {
      const message = messages.countCopy(known)
      confirmFromOwnPhone(core, arrival)
      receipts.repeat(message)
      presenter.announceMessage(message)
    })
  }

  async function deliverNew(arrival: Arrival, chat: ChatKey, contact: Contact): Promise<void> {
    const sealed = ciphertextFor(arrival.node, directory, contact.number)
    const opened = await decryptMessage(core, contact.number, arrival.device, sealed)
    const own = contact.number === chat.phone ? undefined : await openOwnCopy(arrival)
    const readable = asksAgain(core, chat, arrival.id) ? undefined : opened
    const message = readable && (await compose(arrival, chat, contact, readable.content))
    settle(arrival, () => {
      opened?.step.save()
      own?.step.save()
      confirmFromOwnPhone(core, arrival)
      if (message) {
        forgetAttempts(core, chat, arrival.id)
        presenter.announceMessage(messages.add(message))
        askFromCompanion(core, arrival.device, chat, arrival)
        receipts.wake()
      } else if (sealed) {
        requestRetry(core, arrival.device, { chat, id: arrival.id, attrs: { from: arrival.to } })
      }
    })
  }

  /** Only advances the session: the copy has the same content as the contact's message. */
  const openOwnCopy = ({ node, device }: Arrival) =>
    decryptMessage(core, device.phone, device, ciphertextFor(node, directory, device.phone))

  async function compose(
    { id, to, device }: Arrival,
    chat: ChatKey,
    contact: Contact,
    content: proto.IMessage,
  ): Promise<NewMessage> {
    const now = clock.now()
    const toSelf = contact.number === device.phone
    return {
      ...chat,
      ...(await contentToStore(core, content)),
      direction: 'to-contact',
      id,
      at: now,
      status: toSelf ? 'read' : 'sent',
      addressing: to.endsWith('@lid') ? 'lid' : 'pn',
      dueAt: contact.online && !toSelf ? now + deliveredAfter(core, device.phone) : undefined,
      author: null,
    }
  }

  async function takeUnlessLimited(arrival: Arrival, number: string, contact: Contact | undefined) {
    const { phone } = arrival.device
    const first = beginsChat(core, phone, number)
    const refusal = refusalOf(arrival, { phone, contact: number }, first)
    if (refusal !== undefined) return acknowledge(core, arrival, refusal)
    if (!contact || isMiswritten(core, { phone, contact: number })) return retryUnread(arrival)
    if (isForCompanion(core, number, arrival.to)) return acknowledge(core, arrival)
    await take(arrival, contact)
    if (first) tellQuota(core, phone)
  }

  function refusalOf({ to }: Arrival, chat: ChatKey, first: boolean): number | undefined {
    if (refusesMessages(core, chat.phone)) return TOO_MANY
    return (
      wrongForm(core, chat, to) ??
      (refusesNewChat(core, chat.phone, chat.contact, first) ? NEW_CHATS_LIMITED : undefined)
    )
  }

  /** Requests to the own phone: it answers those for history, and no others. */
  async function takePeer(arrival: Arrival): Promise<void> {
    const opened = await decryptMessage(
      core,
      arrival.device.phone,
      arrival.device,
      ciphertextIn(arrival.node),
    )
    settle(arrival, () => opened?.step.save())
    const request = opened?.content.protocolMessage?.peerDataOperationRequestMessage
    // After the lock of the device, which the answer needs.
    if (request) setImmediate(() => answer(arrival, request))
  }

  function answer({ device, id }: Arrival, request: Request): void {
    answerPeerRequest(core, device, request, id).catch(core.report)
  }

  /** Nobody has this number: the network accepts the message, and no receipt ever follows. */
  async function retryUnread(arrival: Arrival): Promise<void> {
    const own = await openOwnCopy(arrival)
    settle(arrival, () => {
      own?.step.save()
      confirmFromOwnPhone(core, arrival)
    })
  }

  return {
    receive(connection: Connection, device: DeviceAddress, node: BinaryNode): Promise<void> {
      const arrival: Arrival = {
        connection,
        device,
        node,
        id: required(node, 'id'),
        to: required(node, 'to'),
      }
      return core.locks.run([deviceKey(device)], async () => {
        if (node.attrs.category === 'peer') return takePeer(arrival)
        if (isJidGroup(arrival.to)) return groupIncoming.receive(arrival)
        const number = directory.numberOf(arrival.to)
        if (number === undefined) return acknowledge(core, arrival, NOT_ACCEPTABLE)
        const contact = directory.reach(device.phone, number)
        if (contact?.refusal !== undefined) return acknowledge(core, arrival, contact.refusal)
        return takeUnlessLimited(arrival, number, contact)
      })
    },
  }
}
