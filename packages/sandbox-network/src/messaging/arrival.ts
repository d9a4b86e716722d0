import { type BinaryNode, jidDecode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { Core } from '../core.ts'
import type { DeviceAddress } from '../store/companions.ts'
import { child, children, seconds, userJid } from '../wire/stanza.ts'

/** One incoming message of a linked device. */
export interface Arrival {
  connection: Connection
  device: DeviceAddress
  node: BinaryNode
  id: string
  to: string
}

/** Acknowledges a message, or refuses it with an error. */
export function acknowledge(
  { clock }: Core,
  { connection, node, id, to }: Arrival,
  error?: number,
): void {
  connection.send({
    tag: 'ack',
    attrs: {
      class: 'message',
      id,
      from: to,
      t: seconds(clock.now()),
      ...(node.attrs.participant ? { participant: node.attrs.participant } : {}),
      ...(error === undefined ? {} : { error: String(error) }),
    },
  })
}

/**
 * Sends the receipt of the own phone's copy, which the client takes as confirmation that the
 * message was sent.
 */
export function confirmFromOwnPhone(core: Core, { device, id, to }: Arrival): void {
  core.mailbox.post(device, {
    class: 'receipt',
    id,
    peer: device.phone,
    kind: 'sender',
    node: {
      tag: 'receipt',
      attrs: {
        from: userJid(device.phone),
        id,
        type: 'sender',
        recipient: to,
        t: seconds(core.clock.now()),
      },
    },
  })
}

/** Forwards the copies for other devices of the same phone, still encrypted. */
export function forwardToOwnDevices(core: Core, { node, id, to, device }: Arrival): void {
  for (const part of children(child(node, 'participants'))) {
    const jid = part.attrs.jid ?? ''
    const target = { phone: device.phone, device: jidDecode(jid)?.device ?? 0 }
    const isOther = target.device !== 0 && target.device !== device.device
    if (
      !isOther ||
      core.directory.numberOf(jid) !== device.phone ||
      !core.companions.find(target)
    ) {
      continue
    }
    core.mailbox.post(target, {
      class: 'message',
      id,
      peer: device.phone,
      node: {
        tag: 'message',
        attrs: {
          from: userJid(device.phone, device.device),
          recipient: to,
          id,
          type: node.attrs.type ?? 'text',
          t: seconds(core.clock.now()),
        },
        content: children(part),
      },
    })
  }
}
