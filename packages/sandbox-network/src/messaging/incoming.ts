import type { BinaryNode } from 'baileys'
import { proto } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import { openFile } from '../media/media-crypto.ts'
import { openSession, type SessionStep } from '../signal/contact-session.ts'
import { type DeviceAddress, deviceKey } from '../store/companions.ts'
import type { ChatKey, MessageRow, NewMessage } from '../store/messages.ts'
import type { Contact } from '../types.ts'
import { required } from '../wire/stanza.ts'
import { type Arrival, acknowledge, confirmFromOwnPhone, passOn } from './arrival.ts'
import { parseMessage, readContent } from './content.ts'
import type { Presenter } from './presenter.ts'
import type { Receipts } from './receipts.ts'
import { askAgain } from './retries.ts'
import { sealedFor, sealedIn } from './sealed.ts'

/** Takes what a linked device sends: to a contact, with a copy for the own phone. */
export interface Incoming {
  receive(connection: Connection, device: DeviceAddress, node: BinaryNode): Promise<void>
}

const NOT_ACCEPTABLE = 406

export function createIncoming(core: Core, presenter: Presenter, receipts: Receipts): Incoming {
  const { store, clock, directory, messages } = core

  async function take(arrival: Arrival, contact: Contact): Promise<void> {
    const chat: ChatKey = { phone: arrival.device.phone, contact: contact.number }
    const known = messages.find(chat, 'to-contact', arrival.id)
    if (known) takeCopy(arrival, known)
    else await takeNew(arrival, chat, contact)
  }

  /** What a message caused is stored in one step; only then is the message acknowledged. */
  function settle(arrival: Arrival, effect: () => void): void {
    store.transaction(() => {
      store.afterCommit(() => acknowledge(core, arrival))
      passOn(core, arrival)
      effect()
    })
  }

  /** A phone knows the id before it decrypts: it drops the copy and says again what it said of the first. */
  function takeCopy(arrival: Arrival, known: MessageRow): void {
    settle(arrival, () => {
      const message = messages.countCopy(known)
      confirmFromOwnPhone(core, arrival)
      receipts.repeat(message)
      presenter.announceMessage(message)
    })
  }

  async function takeNew(arrival: Arrival, chat: ChatKey, contact: Contact): Promise<void> {
    const sealed = sealedFor(arrival.node, directory, contact.number)
    const steps: SessionStep[] = []
    const content = sealed && (await attempt(steps, contact.number, arrival.device, sealed))
    if (contact.number !== chat.phone) await takeOwnCopy(steps, arrival)
    const message = content && (await compose(arrival, chat, contact, content))
    settle(arrival, () => {
      for (const step of steps) step.save()
      confirmFromOwnPhone(core, arrival)
      if (message) {
        store.run(
          'DELETE FROM undecrypted WHERE phone = ? AND contact = ? AND id = ?',
          chat.phone,
          chat.contact,
          arrival.id,
        )
        presenter.announceMessage(messages.add(message))
        receipts.wake()
      } else if (sealed) {
        askAgain(core, arrival.device, { chat, id: arrival.id, from: arrival.to })
      }
    })
  }

  /** Answers the content, and keeps the step for the transaction; nothing when it cannot be decrypted. */
  async function attempt(
    steps: SessionStep[],
    number: string,
    device: DeviceAddress,
    sealed: ReturnType<typeof sealedIn>,
  ): Promise<proto.IMessage | undefined> {
    if (!sealed) return undefined
    try {
      const step = openSession(store, directory.keys(number), device)
      const content = parseMessage(await step.decrypt(sealed))
      steps.push(step)
      return content.deviceSentMessage?.message ?? content
    } catch {
      return undefined
    }
  }

  /** Only the session moves on: what the copy says, the contact's own part says too. */
  async function takeOwnCopy(steps: SessionStep[], { node, device }: Arrival): Promise<void> {
    const sealed = sealedFor(node, directory, device.phone)
    await attempt(steps, device.phone, device, sealed)
  }

  async function compose(
    { id, to, device }: Arrival,
    chat: ChatKey,
    contact: Contact,
    content: proto.IMessage,
  ): Promise<NewMessage> {
    const { kind, text, media } = readContent(content)
    const now = clock.now()
    const toSelf = contact.number === device.phone
    return {
      ...chat,
      direction: 'to-contact',
      id,
      kind,
      text,
      media: media && { ...media, intact: await isIntact(media) },
      content: Buffer.from(proto.Message.encode(content).finish()),
      at: now,
      status: toSelf ? 'read' : 'sent',
      addressing: to.endsWith('@lid') ? 'lid' : 'pn',
      dueAt: contact.online && !toSelf ? now + core.timing.deliveredMs : undefined,
    }
  }

  const isIntact = async (media: NonNullable<NewMessage['media']>): Promise<boolean> =>
    core.files
      .read(media.directPath)
      .then((body) => openFile(body, media))
      .then(
        () => true,
        () => false,
      )

  /** Requests to the own phone (for history, or a message it has) move the session and are left unanswered. */
  async function takePeer(arrival: Arrival): Promise<void> {
    const steps: SessionStep[] = []
    await attempt(steps, arrival.device.phone, arrival.device, sealedIn(arrival.node))
    settle(arrival, () => {
      for (const step of steps) step.save()
    })
  }

  /** Nobody has this number: the network takes the message, and nothing more is ever heard of it. */
  async function takeLost(arrival: Arrival): Promise<void> {
    const steps: SessionStep[] = []
    await takeOwnCopy(steps, arrival)
    settle(arrival, () => {
      for (const step of steps) step.save()
      confirmFromOwnPhone(core, arrival)
    })
  }

  return {
    receive(connection, device, node) {
      const arrival: Arrival = {
        connection,
        device,
        node,
        id: required(node, 'id'),
        to: required(node, 'to'),
      }
      return core.locks.run([deviceKey(device)], async () => {
        if (node.attrs.category === 'peer') return takePeer(arrival)
        const number = directory.numberOf(arrival.to)
        if (number === undefined) return acknowledge(core, arrival, NOT_ACCEPTABLE)
        const contact = directory.reach(number)
        if (contact?.refusal !== undefined) return acknowledge(core, arrival, contact.refusal)
        if (contact) return take(arrival, contact)
        return takeLost(arrival)
      })
    },
  }
}
