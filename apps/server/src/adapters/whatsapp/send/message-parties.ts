import { type BinaryNode, isJidGroup, jidDecode, type SignalRepositoryWithLIDStore } from 'baileys'
import type { OutgoingMessage } from '../../../features/delivery/delivery.ports.ts'
import type { Judgement } from './asked-again.ts'

type Mapping = Pick<SignalRepositoryWithLIDStore['lidMapping'], 'getPNForLID' | 'getLIDForPN'>

/** What a receipt says of whom it is, and of which chat. */
export interface Asked {
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

/** Says whether a receipt is of somebody who has a message: nobody else can speak of it. */
export function createMessageParties(mapping: Mapping, isOwn: (jid: string) => boolean) {
  async function isSamePerson(one: string, other: string): Promise<boolean> {
    const [first, second] = [personOf(one), personOf(other)]
    if (!first || !second) return false
    if (first.isLid === second.isLid) return first.user === second.user
    return first.isLid ? isKnownAs(first, second) : isKnownAs(second, first)
  }

  /** People keep their LID with a new number, so either way may be the one that is known. */
  async function isKnownAs(lid: Person, number: Person): Promise<boolean> {
    const known = await mapping.getPNForLID(`${lid.user}@lid`)
    if (!known) return false
    if (personOf(known)?.user === number.user) return true
    const back = await mapping.getLIDForPN(`${number.user}@s.whatsapp.net`)
    return personOf(back ?? '')?.user === lid.user
  }

  /** Whether one of these addresses, which the network gives for one person, is the chat's. */
  async function isAny(
    chat: string,
    addresses: readonly (string | null | undefined)[],
  ): Promise<boolean> {
    for (const address of addresses) if (address && (await isSamePerson(chat, address))) return true
    return false
  }

  const parties = {
    /**
     * Whether a receipt with these attributes can be of a message to this chat: from any device of
     * the person, through the group, or from the own account about this chat. That the own phone
     * has sent it on counts also where it names no chat.
     */
    async isParty(chat: string, attrs: Asked): Promise<boolean> {
      const { recipient, type } = attrs
      const from = attrs.from ?? ''
      if (isJidGroup(from)) return from === chat
      if (isOwn(from) && type === 'sender') return true
      if (isOwn(from) && recipient) return recipient === chat || isAny(chat, [recipient])
      return isAny(chat, [from, attrs.sender_pn, attrs.sender_lid])
    },

    /** Those of the messages, with the chats they are written to, that it can be of. */
    async onlyOf(chats: ReadonlyMap<string, string>, attrs: Asked): Promise<string[]> {
      const verdicts = new Map<string, boolean>()
      for (const chat of new Set(chats.values()))
        verdicts.set(chat, await parties.isParty(chat, attrs))
      return [...chats].filter(([, chat]) => verdicts.get(chat)).map(([messageId]) => messageId)
    },
  }
  return parties
}

/** Whom the address of a device names; null for a group and whatever else is no person. */
function personOf(jid: string): Person | null {
  const { user, server } = jidDecode(jid) ?? {}
  if (!user) return null
  if (server === 'lid' || server === 'hosted.lid') return { user, isLid: true }
  return server === 's.whatsapp.net' || server === 'hosted' ? { user, isLid: false } : null
}

export interface AskedForDeps {
  readonly parties: Pick<ReturnType<typeof createMessageParties>, 'isParty'>
  findSent(messageId: string): Promise<OutgoingMessage | null>
  isOwn(jid: string): boolean
  /** Nothing can be read. */
  hangUp(error: unknown): void
}

/** Says which sent message somebody asks for another copy of, and whether they get it. */
export function createAskedFor(deps: AskedForDeps) {
  /** The message that this request names, for whoever has it and may ask for a copy. */
  async function askedForBy(attrs: Asked): Promise<OutgoingMessage | null> {
    const sent = attrs.id ? await findSent(attrs.id) : null
    return sent && (await deps.parties.isParty(sent.jid, attrs)) ? sent : null
  }

  /** The own phone may also need new keys for what the driver itself has sent it. */
  async function judgeRequest(attrs: BinaryNode['attrs']): Promise<Judgement> {
    if (await askedForBy(attrs)) return 'repeat'
    return deps.isOwn(attrs.from ?? '') ? 'pass' : 'drop'
  }

  /**
   * Somebody could not read it and asks for it again. Without an answer the driver would take their
   * question for settled.
   */
  async function findSent(messageId: string): Promise<OutgoingMessage | null> {
    try {
      return await deps.findSent(messageId)
    } catch (error) {
      deps.hangUp(error)
      throw error
    }
  }

  return { askedForBy, judgeRequest }
}
