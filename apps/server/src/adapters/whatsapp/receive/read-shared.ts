import { setImmediate } from 'node:timers/promises'
import { isJidGroup, isLidUser, isPnUser, jidDecode, jidNormalizedUser, proto } from 'baileys'
import type {
  SharedChat,
  SharedReaction,
} from '../../../features/messages/history/history.ports.ts'
import { tidyLine } from '../../../platform/tidy-line.ts'
import { storedId } from '../connection/message-id.ts'
import { boundedPart, momentOf } from './content/bounds.ts'
import { type Inbound, type Me, readInbound } from './read-inbound.ts'
import { stanzaOf } from './resent-messages.ts'
import type { EncodedChat } from './split-chat.ts'

/** Messages decoded before yielding to the event loop; they take a few milliseconds. */
const MESSAGES_A_TURN = 50
/** A name with this many digits is a number that the phone has no name for. */
const NUMBER_LIKE = /(\d\D*){6}/
const EMOJI_LETTERS = 32

/** A chat as it is shared; the keeper adds the device. */
export type Shared = Omit<SharedChat, 'messages'> & { readonly messages: readonly Inbound[] }

export interface ReadSharedDeps {
  readonly me: Me
  /** The number of a LID that the driver knows; null otherwise. */
  numberOf(lid: string): Promise<string | null>
}

/** The chats of a piece with the messages that are kept of them. */
export async function readShared(
  chats: readonly EncodedChat[],
  { me, numberOf }: ReadSharedDeps,
): Promise<Shared[]> {
  const shared: Shared[] = []
  let decoded = 0
  for (const chat of chats) {
    const person = await personOf(chat.head, numberOf)
    if (!person) continue
    const infos: proto.IWebMessageInfo[] = []
    for (const encoded of chat.messages) {
      const info = decode(encoded)
      if (info) infos.push(info)
      decoded += 1
      if (decoded % MESSAGES_A_TURN === 0) await setImmediate()
    }
    const messages = inMoments(infos).flatMap(({ info, sentAt }) => {
      const message = messageOf(info, me)
      return message ? [{ ...withPerson(message, person), sentAt }] : []
    })
    if (messages.length > 0) {
      shared.push({ name: person.name, messages, reactions: infos.flatMap(reactionsOf) })
    }
  }
  return shared
}

interface ChatPerson {
  readonly isGroup: boolean
  readonly name: string
  readonly lid: string | null
  readonly number: string | null
}

async function personOf(
  head: Buffer,
  numberOf: ReadSharedDeps['numberOf'],
): Promise<ChatPerson | null> {
  const chat = proto.Conversation.decode(head)
  const name = tidyLine(chat.name || chat.displayName || '')
  if (isJidGroup(chat.id)) return { isGroup: true, name, lid: null, number: null }
  const ids = [chat.id, chat.lidJid, chat.pnJid].flatMap((id) => id ?? [])
  const lid = ids.find((id) => isLidUser(id)) ?? null
  const pn = ids.find((id) => isPnUser(id))
  if (!lid && !pn) return null
  return {
    isGroup: false,
    name: NUMBER_LIKE.test(name) ? '' : name,
    lid: lid && jidNormalizedUser(lid),
    number: jidDecode(pn)?.user ?? (lid && (await numberOf(lid))),
  }
}

function decode(encoded: Buffer): proto.IWebMessageInfo | null {
  try {
    return proto.HistorySyncMsg.decode(encoded).message ?? null
  } catch {
    return null
  }
}

/** Read as if it came in now, so that both give the same. */
function messageOf(info: proto.IWebMessageInfo, me: Me): Inbound | null {
  if (!info.message || !info.key) return null
  const stanza = stanzaOf({ ...info, key: info.key }, me)
  return stanza && readInbound(stanza, info.message, me)
}

function withPerson(message: Inbound, person: ChatPerson): Inbound {
  if (person.isGroup) return message
  return {
    ...message,
    chatLid: message.chatLid ?? person.lid,
    senderNumber: message.senderNumber ?? person.number,
  }
}

/**
 * Messages oldest first with when each was written: the network counts seconds, and messages of one
 * second are a millisecond apart, in the order of the phone.
 */
function inMoments(infos: readonly proto.IWebMessageInfo[]) {
  const secondOf = (info: proto.IWebMessageInfo) => Number(info.messageTimestamp ?? 0)
  const [first, last] = [infos[0], infos.at(-1)]
  // Phones share the newest first.
  const isNewestFirst = first && last && secondOf(first) > secondOf(last)
  const inOrder = (isNewestFirst ? infos.toReversed() : [...infos]).sort(
    (a, b) => secondOf(a) - secondOf(b),
  )
  let latest = 0
  return inOrder.map((info) => {
    const second = secondOf(info) * 1000
    latest = Math.max(second, Math.min(latest + 1, second + 999))
    return { info, sentAt: latest }
  })
}

function reactionsOf({ key, reactions }: proto.IWebMessageInfo): SharedReaction[] {
  const id = key?.id
  if (!id || !reactions) return []
  return reactions.flatMap(({ key: by, text, senderTimestampMs }) => {
    const sender = by?.participant || by?.remoteJid
    if (!text || !by || !sender) return []
    return {
      messageId: storedId(id),
      senderJid: by.fromMe ? '' : jidNormalizedUser(sender),
      emoji: boundedPart(text, EMOJI_LETTERS),
      at: momentOf(senderTimestampMs) ?? 0,
    }
  })
}
