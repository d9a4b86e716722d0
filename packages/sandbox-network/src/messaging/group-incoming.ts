import type { proto } from 'baileys'
import type { Core } from '../core.ts'
import { openSenderKey } from '../signal/sender-key.ts'
import type { Delivery } from '../store/deliveries.ts'
import type { MessageRow, NewMessage } from '../store/messages.ts'
import type { Contact, Group } from '../types.ts'
import { asksAgain } from '../weather/unreadable.ts'
import { type Arrival, acknowledge } from './arrival.ts'
import { ciphertextFor, groupCiphertext } from './ciphertext.ts'
import { parseMessage } from './content.ts'
import { contentToStore, decryptMessage } from './decrypt-message.ts'
import { confirmInGroup, forwardInGroup } from './group-arrival.ts'
import type { GroupReceipts } from './group-receipts.ts'
import { memberJid, memberPeer } from './peer.ts'
import type { Presenter } from './presenter.ts'
import type { Receipts } from './receipts.ts'
import { forgetAttempts, requestRetry } from './retries.ts'

/** Receives group messages of linked devices: each contact in the group decrypts for itself. */
export type GroupIncoming = ReturnType<typeof createGroupIncoming>

/** One member's decryption of a message, with the key state to save. */
interface Reading {
  member: Contact
  content: proto.IMessage | undefined
  save(): void
}

const NOT_FOUND = 404
const FORBIDDEN = 403
const NOT_ACCEPTABLE = 406

export function createGroupIncoming(
  core: Core,
  presenter: Presenter,
  receipts: Receipts,
  groupReceipts: GroupReceipts,
) {
  const { store, clock, directory, groups, messages, deliveries, senderKeys } = core

  async function read(
    { device, node, id }: Arrival,
    group: Group,
    member: Contact,
    body: Buffer,
  ): Promise<Reading> {
    const sealed = ciphertextFor(node, directory, member.number)
    const opened = await decryptMessage(core, member.number, device, sealed)
    const key = openSenderKey(senderKeys, {
      group: group.id,
      holder: member.number,
      author: device.phone,
      device: device.device,
    })
    const steps = opened ? [opened.step] : []
    const save = () => {
      for (const step of [...steps, key]) step.save()
    }
    try {
      const distribution = distributionIn(opened?.content, group)
      if (distribution) await key.take(distribution)
      const content = parseMessage(await key.decrypt(body))
      const chat = { phone: device.phone, contact: member.number }
      return { member, content: asksAgain(core, chat, id) ? undefined : content, save }
    } catch {
      return { member, content: undefined, save }
    }
  }

  async function compose(
    { id, device }: Arrival,
    group: Group,
    readings: Reading[],
  ): Promise<NewMessage | undefined> {
    const content = readings.find((reading) => reading.content)?.content
    if (!content) return undefined
    return {
      phone: device.phone,
      contact: group.id,
      ...(await contentToStore(core, content)),
      direction: 'to-contact',
      id,
      at: clock.now(),
      status: 'sent',
      addressing: group.addressing,
      dueAt: undefined,
      author: device.phone,
    }
  }

  function settle(
    { device, id }: Arrival,
    group: Group,
    message: MessageRow | undefined,
    { member, content, save }: Reading,
  ): void {
    const chat = { phone: device.phone, contact: member.number }
    save()
    if (message && content) {
      forgetAttempts(core, chat, id)
      groupReceipts.plan(message, member)
      return
    }
    requestRetry(core, device, {
      chat,
      id,
      attrs: { from: group.id, participant: memberJid(group.addressing, member) },
      peer: memberPeer(group.id, member.number),
    })
  }

  /** Members who already have the message drop the copy and repeat their receipts. */
  function countCopies(message: MessageRow, group: Group, had: Delivery[]): MessageRow {
    if (had.length === 0) return message
    const counted = had.map(deliveries.countCopy)
    for (const delivery of counted) groupReceipts.repeat(message, group, delivery)
    return messages.countCopy(message, Math.max(...counted.map(({ copies }) => copies)))
  }

  async function take(arrival: Arrival, group: Group, body: Buffer): Promise<void> {
    const { device, node, id } = arrival
    const chat = { phone: device.phone, contact: group.id }
    const known = messages.find(chat, 'to-contact', id)
    const had = known ? deliveries.of(known.seq) : []
    const readers = group.members.filter(
      ({ number, registered }) =>
        registered && number !== device.phone && !had.some(({ member }) => member === number),
    )
    const readings: Reading[] = []
    for (const member of readers) readings.push(await read(arrival, group, member, body))
    const own =
      readings.length > 0 &&
      (await decryptMessage(
        core,
        device.phone,
        device,
        ciphertextFor(node, directory, device.phone),
      ))
    const made = known ? undefined : await compose(arrival, group, readings)
    store.transaction(() => {
      store.afterCommit(() => acknowledge(core, arrival))
      forwardInGroup(core, arrival, group)
      confirmInGroup(core, arrival, group)
      if (own) own.step.save()
      const message = known ?? (made && messages.add(made))
      for (const reading of readings) settle(arrival, group, message, reading)
      receipts.wake()
      if (message) presenter.announceMessage(countCopies(message, group, had))
    })
  }

  return {
    /** Runs under the device's lock. */
    async receive(arrival: Arrival): Promise<void> {
      const group = groups.find(arrival.to)
      const body = groupCiphertext(arrival.node)
      if (!group) return acknowledge(core, arrival, NOT_FOUND)
      if (!group.members.some(({ number }) => number === arrival.device.phone)) {
        return acknowledge(core, arrival, FORBIDDEN)
      }
      if (!body) return acknowledge(core, arrival, NOT_ACCEPTABLE)
      await take(arrival, group, body)
    },
  }
}

/** The sender key for this group; a key for another group is ignored. */
function distributionIn(content: proto.IMessage | undefined, group: Group): Uint8Array | undefined {
  const { groupId, axolotlSenderKeyDistributionMessage } =
    content?.senderKeyDistributionMessage ?? {}
  return (groupId === group.id && axolotlSenderKeyDistributionMessage) || undefined
}
