import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import type { PrekeyBundle } from '../signal/contact-session.ts'
import { takeBundle } from '../signal/device-session.ts'
import { type Companion, type DeviceAddress, deviceKey } from '../store/companions.ts'
import type { MessageStatus } from '../types.ts'
import {
  bytes,
  child,
  children,
  required,
  requiredBytes,
  requiredUint,
  userJid,
} from '../wire/stanza.ts'
import type { GroupOutgoing } from './group-outgoing.ts'
import type { Outgoing } from './outgoing.ts'
import { type Peer, peerOf } from './peer.ts'
import type { Presenter } from './presenter.ts'

/** Handles receipts of devices: delivered, read, or could not be decrypted. */
export type DeviceReceipts = ReturnType<typeof createDeviceReceipts>

const ORDER: MessageStatus[] = ['sent', 'delivered', 'read']
const MEANING: ReadonlyMap<string, MessageStatus> = new Map([
  ['', 'delivered'],
  ['inactive', 'delivered'],
  ['read', 'read'],
  ['played', 'read'],
])
/** After five copies that a device cannot decrypt, a sixth would not help. */
const MAX_RETRIES = 5

export function createDeviceReceipts(
  core: Core,
  presenter: Presenter,
  outgoing: Outgoing,
  groupOutgoing: GroupOutgoing,
) {
  const { store, directory, companions, messages, mailbox, locks } = core

  function advance(phone: string, contact: string, id: string, status: MessageStatus): void {
    const message = messages.find({ phone, contact }, 'from-contact', id)
    if (!message || ORDER.indexOf(status) <= ORDER.indexOf(message.status)) return
    messages.setStatus(message.seq, status)
    presenter.announceStatus(message, status)
  }

  async function retry(device: DeviceAddress, peer: Peer, node: BinaryNode): Promise<void> {
    const count = Number(child(node, 'retry')?.attrs.count ?? 1)
    await locks.run([deviceKey(device)], async () => {
      const companion = companions.find(device)
      if (!companion || !(count <= MAX_RETRIES)) return
      const renewal = bundleOf(node) ?? takeBundle(core, companion)
      const id = required(node, 'id')
      const chat = { phone: device.phone, contact: peer.chat }
      const request = { chat, author: peer.author, id, renewal, last: count === MAX_RETRIES }
      if (peer.chat === peer.author) await outgoing.resend(companion, request)
      else await groupOutgoing.resend(companion, request)
    })
  }

  return {
    async receive(device: DeviceAddress, node: BinaryNode): Promise<void> {
      const ids = [required(node, 'id'), ...listed(node)]
      const type = node.attrs.type ?? ''
      // Baileys leaves `to` out when it confirms another own device's copy.
      const peer = peerOf(directory, { to: userJid(device.phone), ...node.attrs })
      if (!peer) return
      if (type === 'retry') return retry(device, peer, node)
      store.transaction(() => {
        const status = MEANING.get(type)
        for (const id of ids) {
          mailbox.settle(device, { class: 'message', id, peer: peer.key })
          if (status) advance(device.phone, peer.chat, id, status)
        }
      })
    },
  }
}

const listed = (node: BinaryNode): string[] =>
  children(child(node, 'list')).flatMap(({ attrs }) => (attrs.id ? [attrs.id] : []))

/** The keys that a device includes from its second retry on. */
function bundleOf(node: BinaryNode): PrekeyBundle | undefined {
  const keys = child(node, 'keys')
  if (!keys) return undefined
  const prekey = child(keys, 'key')
  return {
    registrationId: requiredUint(node, 'registration'),
    identity: requiredBytes(keys, 'identity', 32),
    signed: readSignedPrekey(child(keys, 'skey')),
    ...(prekey ? { prekey: readPrekey(prekey) } : {}),
  }
}

export const readPrekey = (node: BinaryNode): { id: number; public: Buffer } => ({
  id: requiredUint(node, 'id'),
  public: requiredBytes(node, 'value', 32),
})

export const readSignedPrekey = (node: BinaryNode | undefined): Companion['signed'] => ({
  id: requiredUint(node, 'id'),
  public: requiredBytes(node, 'value', 32),
  signature: bytes(node, 'signature') ?? Buffer.alloc(0),
})
