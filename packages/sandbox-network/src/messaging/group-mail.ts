import type { BinaryNode, proto } from 'baileys'
import type { Core } from '../core.ts'
import { openSenderKey, type SenderKeyStep } from '../signal/sender-key.ts'
import type { Companion } from '../store/companions.ts'
import type { MessageRow } from '../store/messages.ts'
import type { Contact, Group } from '../types.ts'
import { seconds } from '../wire/stanza.ts'
import { changeAttrs } from './changes.ts'
import { memberPeer, participantAttrs } from './peer.ts'

/** The sender key with which a member writes from its own phone. */
export const openOwnSenderKey = (
  { senderKeys }: Core,
  group: Group,
  author: string,
): SenderKeyStep =>
  openSenderKey(senderKeys, { group: group.id, holder: author, author, device: 0 })

/** The message that gives an author's sender key to a device. */
export const distributionMessage = (group: Group, distribution: Uint8Array): proto.IMessage => ({
  senderKeyDistributionMessage: {
    groupId: group.id,
    axolotlSenderKeyDistributionMessage: distribution,
  },
})

export const encNode = (type: string, content: Uint8Array, message?: MessageRow): BinaryNode => ({
  tag: 'enc',
  attrs: { v: '2', type, ...(message?.media ? { mediatype: message.media.type } : {}) },
  content,
})

interface GroupPost {
  group: Group
  author: Contact
  message: MessageRow
  content: BinaryNode[]
  kind?: string
}

/** Queues a member's group message for a linked device. */
export function queueGroupMessage(
  { mailbox }: Core,
  device: Companion,
  { group, author, message, content, kind = '' }: GroupPost,
): void {
  mailbox.post(device, {
    class: 'message',
    id: message.id,
    peer: memberPeer(group.id, author.number),
    kind,
    node: {
      tag: 'message',
      attrs: {
        from: group.id,
        ...participantAttrs(group.addressing, author),
        id: message.id,
        type: message.media ? 'media' : 'text',
        t: seconds(message.at),
        ...(author.name && { notify: author.name }),
        ...changeAttrs(message, group),
      },
      content,
    },
  })
}
