import type { BinaryNode } from 'baileys'
import type { OutgoingMessage } from '../../../features/delivery/delivery.ports.ts'
import type { Judgement } from './asked-again.ts'
import type { Asked, createMessageParties } from './message-parties.ts'

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
