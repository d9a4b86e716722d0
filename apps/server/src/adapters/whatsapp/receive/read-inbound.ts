import { boundedText } from '@kirim/contract/bounded-text'
import {
  areJidsSameUser,
  type BinaryNode,
  decodeMessageNode,
  getBinaryNodeChild,
  isJidGroup,
  isLidUser,
  isPnUser,
  jidDecode,
  jidNormalizedUser,
  PSA_WID,
  type proto,
  type WAMessageKey,
} from 'baileys'
import type { InboundChange } from '../../../features/messages/messages.ports.ts'
import type { InboundMessage } from '../../../platform/inbound-message.ts'
import { tidyLine } from '../../../platform/tidy-line.ts'
import { storedId } from '../connection/message-id.ts'
import { changeIn } from './change-in.ts'
import { doneAt } from './content/bounds.ts'
import { contextsOf, readContent } from './content/read-content.ts'
import { isShownOnly, kindOf, layersOf, textOf } from './message-text.ts'
import { type Vote, readVote as voteIn } from './votes.ts'

/** WhatsApp's announcement account, which reads no replies. */
const ANNOUNCEMENTS = jidNormalizedUser(PSA_WID)

/** The network's mark of a deletion by a group admin. */
const DELETED_BY_ADMIN = '8'

const USERNAME = /^@?([\w.]{1,64})$/

export type Inbound = Omit<InboundMessage, 'deviceId'>
export type Change = Omit<InboundChange, 'deviceId'>

/** The account's own addresses; empty when unknown. */
export interface Me {
  readonly id: string
  readonly lid: string
}

/** Whether another device of the own account sent it. */
export function isOfOwnAccount({ attrs: { from } }: BinaryNode, { id, lid }: Me): boolean {
  return Boolean(from) && isOwn(from ?? '', { id, lid })
}

function isOwn(jid: string, { id, lid }: Me): boolean {
  return [id, lid].some((own) => own !== '' && areJidsSameUser(own, jid))
}

/** An inbound message; null for everything else. */
export function readInbound(stanza: BinaryNode, content: proto.IMessage, me: Me): Inbound | null {
  if (stanza.attrs.category === 'peer' || stanza.attrs.edit) return null
  const inner = content.deviceSentMessage?.message ?? content
  const text = textOf(inner)
  const isQuiet = text === null && isShownOnly(inner)
  if (text === null && !isQuiet) return null
  const inbound = buildInbound(stanza, me, inner, text ?? '')
  const beside = inbound && readContent(inner, (jid) => isOwn(jid, me))
  return inbound && { ...inbound, ...(beside && { content: beside }), ...(isQuiet && { isQuiet }) }
}

/** A vote in a poll; null for everything else. */
export function readVote(stanza: BinaryNode, content: proto.IMessage, me: Me): Vote | null {
  if (stanza.attrs.category === 'peer') return null
  const inner = content.deviceSentMessage?.message ?? content
  if (!layersOf(inner).at(-1)?.pollUpdateMessage) return null
  const voter = buildInbound(stanza, me, {}, '')
  if (!voter) return null
  const { participant_pn, participant_lid, sender_pn, sender_lid } = stanza.attrs
  const own = [me.lid, me.id].filter(Boolean).map((jid) => jidNormalizedUser(jid))
  const number = voter.senderNumber && `${voter.senderNumber}@s.whatsapp.net`
  const named = [participant_pn, participant_lid, sender_pn, sender_lid]
  const theirs = [voter.senderJid, voter.chatLid, number, ...named]
    .filter((jid) => typeof jid === 'string' && isAddress(jid))
    .map((jid) => jidNormalizedUser(jid ?? ''))
  return voter.fromMe
    ? voteIn(inner, voter, { voters: own, others: theirs })
    : voteIn(inner, voter, { voters: theirs, others: own })
}

/**
 * A message that the network shows on the phone alone, because it is seen once; null for everything
 * else. Only its stanza comes.
 */
export function readWithheld(stanza: BinaryNode, me: Me): Inbound | null {
  const withheld = getBinaryNodeChild(stanza, 'unavailable')
  if (!withheld?.attrs.type?.startsWith('view_once')) return null
  const inbound = buildInbound(stanza, me, { imageMessage: {} }, '')
  const content = { special: { type: 'view_once', of: 'image' } } as const
  return inbound && { ...inbound, content, isQuiet: true }
}

/** A change of an earlier message: an edit, deletion or reaction; null for everything else. */
export function readChange(stanza: BinaryNode, content: proto.IMessage, me: Me): Change | null {
  if (stanza.attrs.category === 'peer') return null
  const change = changeIn(content.deviceSentMessage?.message ?? content)
  const text = change?.edited ? textOf(change.edited) : (change?.emoji ?? '')
  if (!change || text === null) return null
  const changer = buildInbound(stanza, me, change.edited ?? {}, text)
  if (!changer) return null
  return {
    ...changer,
    messageId: storedId(change.messageId),
    what: change.emoji !== null ? 'reacted' : change.edited ? 'edited' : 'deleted',
    byAdmin: changer.chat === 'group' && stanza.attrs.edit === DELETED_BY_ADMIN,
    sentAt: doneAt(change.at || undefined, changer.sentAt),
  }
}

/** Builds a message with this text from the stanza's metadata. */
function buildInbound(
  stanza: BinaryNode,
  me: Me,
  opened: proto.IMessage,
  text: string,
): Inbound | null {
  const { fullMessage } = decodeMessageNode(stanza, me.id, me.lid)
  const { key } = fullMessage
  const chatJid = key.remoteJid ? jidNormalizedUser(key.remoteJid) : ''
  const isGroup = Boolean(isJidGroup(chatJid))
  if (!key.id || !(isGroup || isPerson(chatJid))) return null
  const fromMe = Boolean(key.fromMe)
  const senderJid = (isGroup ? key.participant : chatJid) ?? chatJid
  if (!isAddress(senderJid)) return null
  const identities = [senderJid, ...otherIdentities(stanza, key, isGroup)]
  return {
    messageId: storedId(key.id),
    chatJid,
    chatLid: (!isGroup && identities.map(lidOf).find(Boolean)) || null,
    chat: isGroup ? 'group' : 'individual',
    senderJid: jidNormalizedUser(senderJid),
    senderNumber: identities.map(phoneNumberOf).find(Boolean) ?? null,
    username: usernameIn(stanza, { fromMe, isGroup }),
    senderName: fromMe ? '' : tidyLine(fullMessage.pushName ?? ''),
    kind: kindOf(opened, text),
    ...quoteIn(opened),
    text: withoutNul(boundedText(text)),
    fromMe,
    // A message without a time counts as old.
    sentAt: (Number(fullMessage.messageTimestamp) || 0) * 1000,
  }
}

/** The id of the quoted message. */
function quoteIn(message: proto.IMessage): { quotedId?: string } {
  for (const { stanzaId } of contextsOf(layersOf(message).at(-1) ?? {})) {
    if (stanzaId) return { quotedId: withoutNul(storedId(stanzaId)) }
  }
  return {}
}

/** The sender's other addresses; in an individual chat always those of the contact. */
function otherIdentities(
  { attrs }: BinaryNode,
  { fromMe, participantAlt, remoteJidAlt }: WAMessageKey,
  isGroup: boolean,
): (string | null | undefined)[] {
  if (isGroup) return [participantAlt]
  if (!fromMe) return [remoteJidAlt]
  // Here the driver returns the own account's other address, not the contact's.
  const { peer_recipient_pn, recipient_pn, peer_recipient_lid, recipient_lid } = attrs
  return [peer_recipient_pn, recipient_pn, peer_recipient_lid, recipient_lid]
}

/**
 * The username of the author; in an individual chat always the contact's. The driver passes on only
 * those of recipients and group members.
 */
function usernameIn(
  { attrs }: BinaryNode,
  { fromMe, isGroup }: { readonly fromMe: boolean; readonly isGroup: boolean },
): string | null {
  const ofPerson = fromMe
    ? (attrs.peer_recipient_username ?? attrs.recipient_username)
    : attrs.username
  const username = isGroup ? attrs.participant_username : ofPerson
  return USERNAME.exec(username ?? '')?.[1] ?? null
}

function isPerson(jid: string): boolean {
  return isAddress(jid) && Boolean(isPnUser(jid) || isLidUser(jid)) && jid !== ANNOUNCEMENTS
}

/** The network's own address has no user. */
function isAddress(jid: string): boolean {
  return Boolean(jidDecode(jid)?.user)
}

/** PostgreSQL cannot store NUL. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

function phoneNumberOf(jid: string | null | undefined): string | null {
  const decoded = jidDecode(jid ?? undefined)
  return decoded?.server === 's.whatsapp.net' ? decoded.user : null
}

function lidOf(jid: string | null | undefined): string | null {
  return isLidUser(jid ?? undefined) ? jidNormalizedUser(jid ?? undefined) : null
}
