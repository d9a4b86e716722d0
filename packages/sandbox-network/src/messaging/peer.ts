import { isJidGroup } from 'baileys'
import type { Directory } from '../store/directory.ts'
import type { Addressing, Contact } from '../types.ts'
import { lidJid, userJid } from '../wire/stanza.ts'

/** The peer key of a message from a group member. */
export const memberPeer = (group: string, member: string): string => `${group}/${member}`

/** The other party of a receipt. */
export interface Peer {
  /** The key used by the mailbox. */
  key: string
  /** A contact's number, or the id of a group. */
  chat: string
  author: string
}

/** Parses the addresses of a receipt or acknowledgement. */
export function peerOf(
  directory: Directory,
  { to = '', participant = '' }: { to?: string; participant?: string },
): Peer | undefined {
  const number = directory.numberOf(isJidGroup(to) ? participant : to)
  if (number === undefined) return undefined
  if (!isJidGroup(to)) return { key: number, chat: number, author: number }
  return { key: memberPeer(to, number), chat: to, author: number }
}

/** The address of a member in a group. */
export const memberJid = (addressing: Addressing, { number, lid }: Contact, device = 0): string =>
  addressing === 'lid' ? lidJid(lid, device) : userJid(number, device)

/** The attributes that name the group member who sent a stanza. */
export const participantAttrs = (
  addressing: Addressing,
  member: Contact,
  device = 0,
): Record<string, string> => ({
  participant: memberJid(addressing, member, device),
  ...(addressing === 'pn' && { participant_lid: lidJid(member.lid) }),
  ...(addressing === 'lid' && !member.hidden && { participant_pn: userJid(member.number) }),
  ...(member.username && { participant_username: member.username }),
  addressing_mode: addressing,
})
