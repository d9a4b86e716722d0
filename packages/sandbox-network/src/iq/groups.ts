import type { BinaryNode } from 'baileys'
import type { Core } from '../core.ts'
import { memberJid } from '../messaging/peer.ts'
import type { ChatKey } from '../store/messages.ts'
import type { Contact, Group } from '../types.ts'
import { timerOf } from '../weather/disappearing.ts'
import { lidJid, required, seconds, userJid } from '../wire/stanza.ts'
import { IqError, NOT_FOUND, type QueryHandler } from './answer.ts'

const FORBIDDEN = new IqError(403, 'forbidden')

/** Describes a group, to its members only. */
export const describeGroup: QueryHandler = ({ core, device, node }) => {
  const group = core.groups.find(required(node, 'to'))
  if (!group) return NOT_FOUND
  if (!group.members.some(({ number }) => number === device.phone)) return FORBIDDEN
  return [groupNode(core, group)]
}

/** All groups of the requesting phone. */
export const participating: QueryHandler = ({ core, device }) => {
  const groups = core.groups.ofMember(device.phone).map((group) => groupNode(core, group))
  return [{ tag: 'groups', attrs: {}, content: groups }]
}

/** All members may write; the owner is the administrator. */
export function groupNode(core: Core, group: Group): BinaryNode {
  const owner = core.directory.contact(group.owner, group.owner)
  const creation = seconds(group.createdAt)
  const ownerJid = memberJid(group.addressing, owner)
  const timer = timerNode(timerOf(core, groupChat(group)))
  const members = group.members.map((member) => participantNode(group, member))
  return {
    tag: 'group',
    attrs: {
      id: group.id.replace('@g.us', ''),
      subject: group.subject,
      s_t: creation,
      s_o: ownerJid,
      s_o_pn: userJid(owner.number),
      creation,
      creator: ownerJid,
      creator_pn: userJid(owner.number),
      addressing_mode: group.addressing,
      size: String(group.members.length),
    },
    content: timer ? [...members, timer] : members,
  }
}

/** The chat under which the timer of a group is stored. */
export const groupChat = ({ owner, id }: Group): ChatKey => ({ phone: owner, contact: id })

/** The seconds after which messages disappear, as a node; undefined for 0. */
export const timerNode = (expiration: number): BinaryNode | undefined =>
  expiration > 0 ? { tag: 'ephemeral', attrs: { expiration: String(expiration) } } : undefined

const participantNode = (group: Group, member: Contact): BinaryNode => ({
  tag: 'participant',
  attrs: {
    jid: memberJid(group.addressing, member),
    ...(group.addressing === 'lid'
      ? { phone_number: userJid(member.number) }
      : { lid: lidJid(member.lid) }),
    ...(member.number === group.owner ? { type: 'superadmin' } : {}),
  },
})
