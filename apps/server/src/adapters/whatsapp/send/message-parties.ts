import { type BinaryNode, isJidGroup, jidDecode, type SignalRepositoryWithLIDStore } from 'baileys'
import type { OutgoingMessage } from '../../../features/delivery/delivery.ports.ts'
import type { Judgement } from './answer-requests.ts'

type Mapping = Pick<SignalRepositoryWithLIDStore['lidMapping'], 'getPNForLID' | 'getLIDForPN'>

/** The attributes of a receipt that name its sender and chat. */
export interface ReceiptAttrs {
  readonly id?: string | null | undefined
  readonly from?: string | null | undefined
  readonly recipient?: string | null | undefined
  readonly type?: string | undefined
  /** The other forms of the same address. */
  readonly sender_pn?: string | undefined
  readonly sender_lid?: string | undefined
}

interface Person {
  readonly user: string
  readonly isLid: boolean
}

/** Decides whether the sender of a receipt has the message, because anyone can send receipts. */
export function createMessageParties(mapping: Mapping, isOwn: (jid: string) => boolean) {
  async function isSamePerson(one: string, other: string): Promise<boolean> {
    const [first, second] = [personOf(one), personOf(other)]
    if (!first || !second) return false
    if (first.isLid === second.isLid) return first.user === second.user
    return first.isLid ? isKnownAs(first, second) : isKnownAs(second, first)
  }

  /** People keep their LID with a new number, so both directions are checked. */
  async function isKnownAs(lid: Person, number: Person): Promise<boolean> {
    const knownNumber = await mapping.getPNForLID(`${lid.user}@lid`)
    if (!knownNumber) return false
    if (personOf(knownNumber)?.user === number.user) return true
    const back = await mapping.getLIDForPN(`${number.user}@s.whatsapp.net`)
    return personOf(back ?? '')?.user === lid.user
  }

  /** Whether one of these addresses of a person is the chat's. */
  async function isAny(
    chat: string,
    addresses: readonly (string | null | undefined)[],
  ): Promise<boolean> {
    for (const address of addresses) if (address && (await isSamePerson(chat, address))) return true
    return false
  }

  const parties = {
    /**
     * Whether a receipt with these attributes can be for a message to this chat: from any device of
     * the person, through the group, or from the own account about this chat. A `sender` receipt of
     * the own phone counts even if it names no chat.
     */
    async isParty(chat: string, attrs: ReceiptAttrs): Promise<boolean> {
      const { recipient, type } = attrs
      const from = attrs.from ?? ''
      if (isJidGroup(from)) return from === chat
      if (isOwn(from) && type === 'sender') return true
      if (isOwn(from) && recipient) return recipient === chat || isAny(chat, [recipient])
      return isAny(chat, [from, attrs.sender_pn, attrs.sender_lid])
    },

    /** Filters the messages, given with their chats, that the receipt can be for. */
    async onlyOf(chats: ReadonlyMap<string, string>, attrs: ReceiptAttrs): Promise<string[]> {
      const verdicts = new Map<string, boolean>()
      for (const chat of new Set(chats.values()))
        verdicts.set(chat, await parties.isParty(chat, attrs))
      return [...chats].filter(([, chat]) => verdicts.get(chat)).map(([messageId]) => messageId)
    },
  }
  return parties
}

/** The person that an address names; null for groups and other addresses. */
function personOf(jid: string): Person | null {
  const { user, server } = jidDecode(jid) ?? {}
  if (!user) return null
  if (server === 'lid' || server === 'hosted.lid') return { user, isLid: true }
  return server === 's.whatsapp.net' || server === 'hosted' ? { user, isLid: false } : null
}

export interface CopyRequestDeps {
  readonly parties: Pick<ReturnType<typeof createMessageParties>, 'isParty'>
  findSent(messageId: string): Promise<OutgoingMessage | null>
  isOwn(jid: string): boolean
  /** Called when messages cannot be read. */
  hangUp(error: unknown): void
}

/** Decides about requests for copies of sent messages. */
export function createCopyRequestJudge(deps: CopyRequestDeps) {
  /** The requested message if the requester is its recipient; otherwise null. */
  async function messageRequestedBy(attrs: ReceiptAttrs): Promise<OutgoingMessage | null> {
    const message = attrs.id ? await findSent(attrs.id) : null
    return message && (await deps.parties.isParty(message.jid, attrs)) ? message : null
  }

  /** The own phone may also request messages that the driver itself has sent. */
  async function judgeRequest(attrs: BinaryNode['attrs']): Promise<Judgement> {
    if (await messageRequestedBy(attrs)) return 'repeat'
    return deps.isOwn(attrs.from ?? '') ? 'pass' : 'drop'
  }

  /**
   * Finds a sent message. Closes the connection on failure, since the driver would otherwise treat
   * the request as answered.
   */
  async function findSent(messageId: string): Promise<OutgoingMessage | null> {
    try {
      return await deps.findSent(messageId)
    } catch (error) {
      deps.hangUp(error)
      throw error
    }
  }

  return { messageRequestedBy, judgeRequest }
}
