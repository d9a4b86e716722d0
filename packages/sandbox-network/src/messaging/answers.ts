import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { normalizeMessageContent, proto } from 'baileys'
import { SandboxError } from '../errors.ts'
import type { MessageRow } from '../store/messages.ts'

/** The addresses of a poll's author and of the voter, as the voter's phone knows them. */
interface VoteAddresses {
  creator: string
  voter: string
}

/** A message as another one names it. */
export interface NamedMessage {
  row: MessageRow
  /** The address of its chat. */
  chatJid: string
  /** The address of its author. */
  authorJid: string
  /** Whether whoever names it wrote it. */
  isOwn: boolean
}

const keyOf = ({ row, chatJid, authorJid, isOwn }: NamedMessage): proto.IMessageKey => ({
  id: row.id,
  remoteJid: chatJid,
  fromMe: isOwn,
  participant: authorJid,
})

const hmac = (data: Uint8Array, key: Uint8Array) => createHmac('sha256', key).update(data).digest()

/** What a poll asks; undefined for other messages. */
export function pollOf(content: Uint8Array): { options: string[]; secret: Buffer } | undefined {
  const message = proto.Message.decode(content)
  const inner = normalizeMessageContent(message) ?? {}
  const poll = inner.pollCreationMessageV3 ?? inner.pollCreationMessage
  if (!poll) return undefined
  return {
    options: (poll.options ?? []).map(({ optionName }) => optionName ?? ''),
    secret: Buffer.from(message.messageContextInfo?.messageSecret ?? []),
  }
}

/** A vote for these options, sealed as phones do. Throws `message_unknown` for what is no poll. */
export function voteOn(
  poll: NamedMessage,
  options: readonly string[],
  { creator, voter }: VoteAddresses,
  at: number,
): proto.IMessage {
  const asked = pollOf(poll.row.content)
  if (!asked) throw new SandboxError('message_unknown', 'This message is no poll.')
  const { id } = poll.row
  const sign = Buffer.concat([Buffer.from(`${id}${creator}${voter}Poll Vote`), Buffer.of(1)])
  const key = hmac(sign, hmac(asked.secret, Buffer.alloc(32)))
  const encIv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, encIv).setAAD(Buffer.from(`${id}\0${voter}`))
  const selectedOptions = options.map((option) => createHash('sha256').update(option).digest())
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions }).finish()
  const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return {
    pollUpdateMessage: {
      pollCreationMessageKey: keyOf(poll),
      vote: { encPayload, encIv },
      senderTimestampMs: at,
    },
  }
}

/** A reaction; an empty emoji takes it back. */
export function reactionTo(message: NamedMessage, emoji: string, at: number): proto.IMessage {
  return { reactionMessage: { key: keyOf(message), text: emoji, senderTimestampMs: at } }
}

/** The same message, quoting another one. */
export function quoting(content: proto.IMessage, { row, authorJid }: NamedMessage): proto.IMessage {
  const contextInfo: proto.IContextInfo = {
    stanzaId: row.id,
    participant: authorJid,
    quotedMessage: proto.Message.decode(row.content),
  }
  if (content.conversation) {
    return { extendedTextMessage: { text: content.conversation, contextInfo } }
  }
  const [kind, part] = Object.entries(content)[0] ?? []
  return kind === undefined ? content : { ...content, [kind]: { ...part, contextInfo } }
}
