import { jidDecode } from 'baileys'
import type { Core } from '../core.ts'
import type { Group } from '../types.ts'
import { child, children, seconds } from '../wire/stanza.ts'
import type { Arrival } from './arrival.ts'
import { memberJid, memberPeer, participantAttrs } from './peer.ts'

/** Sends the receipt of the own phone's copy of a group message. */
export function confirmInGroup(core: Core, { device, id }: Arrival, group: Group): void {
  const { phone } = device
  core.mailbox.post(device, {
    class: 'receipt',
    id,
    peer: memberPeer(group.id, phone),
    kind: 'sender',
    node: {
      tag: 'receipt',
      attrs: {
        from: group.id,
        participant: memberJid(group.addressing, core.directory.contact(phone, phone)),
        id,
        type: 'sender',
        t: seconds(core.clock.now()),
      },
    },
  })
}

/**
 * Forwards a group message to other devices of the same phone, still encrypted, with the sender key
 * if there is one for them.
 */
export function forwardInGroup(core: Core, { node, id, device }: Arrival, group: Group): void {
  const { directory, companions, mailbox, clock } = core
  const forGroup = children(node).filter(({ tag }) => tag === 'enc')
  const parts = children(child(node, 'participants'))
  for (const other of companions.ofPhone(device.phone)) {
    if (other.device === device.device) continue
    const part = parts.find(
      ({ attrs: { jid = '' } }) =>
        jidDecode(jid)?.device === other.device && directory.numberOf(jid) === other.phone,
    )
    const author = directory.contact(device.phone, device.phone)
    mailbox.post(other, {
      class: 'message',
      id,
      peer: memberPeer(group.id, device.phone),
      node: {
        tag: 'message',
        attrs: {
          from: group.id,
          ...participantAttrs(group.addressing, author, device.device),
          id,
          type: node.attrs.type ?? 'text',
          t: seconds(clock.now()),
          notify: author.name,
        },
        content: [...children(part), ...forGroup],
      },
    })
  }
}
