import {
  isLidUser,
  isPnUser,
  jidDecode,
  jidNormalizedUser,
  type SignalRepositoryWithLIDStore,
} from 'baileys'
import type { Receiver, SendOutcome } from '../../../features/delivery/delivery.ports.ts'
import type { KeyCache } from '../keys/key-cache.ts'

const KIND = 'address-form'
/** Beside the numbers of people. */
const ACCOUNT = 'account'
/** The network's limit of new chats; also its word for a number where it wants a LID. */
const LIMITED = '463'

type Pieces = ReturnType<KeyCache['open']>
type Addresses = Partial<Record<Form, string>>

/**
 * Sends to a person under their number or the network's own identity, whichever this device's
 * account needs. Nothing tells beforehand which it is: the network refuses the other one. The form
 * is written down before anything is sent in it, so a message whose answer was lost is sent again
 * in the same one; only a refusal changes it, for the same message id.
 */
export function createPersonAddress(
  mapping: SignalRepositoryWithLIDStore['lidMapping'],
  pieces: Pieces,
) {
  async function bothOf(jid: string): Promise<Addresses> {
    const number = isPnUser(jid) ? jid : await mapping.getPNForLID(jid)
    const lid = isLidUser(jid) ? jid : await mapping.getLIDForPN(jid)
    return {
      ...(number && { number: jidNormalizedUser(number) }),
      ...(lid && { lid: jidNormalizedUser(lid) }),
    }
  }

  async function remembered(name: string): Promise<Form | null> {
    const form = (await pieces.read(KIND, [name])).get(name)
    return form === 'lid' || form === 'number' ? form : null
  }

  async function remember(name: string, form: Form | null): Promise<void> {
    if (form === null || (await remembered(name)) === form) return
    await pieces.write([{ kind: KIND, name, value: form }])
  }

  return {
    /** Both identities of the person, as far as they are known; null for a group. */
    async receiverOf(jid: string): Promise<Receiver | null> {
      if (!isPnUser(jid) && !isLidUser(jid)) return null
      const { number, lid = null } = await bothOf(jid)
      return { phoneNumber: jidDecode(number)?.user ?? null, lid }
    },

    /** `send` sends one message to this address, and tells what the network answered. */
    async send(jid: string, send: (address: string) => Promise<SendOutcome>): Promise<SendOutcome> {
      if (!isPnUser(jid) && !isLidUser(jid)) return send(jid)
      const { number, lid } = await bothOf(jid)
      if (!number || !lid) return send(jid)
      const addresses = { number, lid }
      const first = firstForm({
        asked: isLidUser(jid) ? 'lid' : 'number',
        ofPerson: await remembered(number),
        ofAccount: await remembered(ACCOUNT),
      })
      await remember(number, first)
      const outcome = await send(addresses[first])
      const second = formAfter(first, codeOf(outcome))
      if (second === null) return outcome
      await remember(number, second)
      const next = await send(addresses[second])
      const verdict = judge({ second, code: codeOf(next), accepted: next.kind === 'accepted' })
      await remember(number, verdict.ofPerson)
      await remember(ACCOUNT, verdict.ofAccount)
      return verdict.counts === second ? next : outcome
    },
  }
}

function codeOf(outcome: SendOutcome): string | null {
  if (outcome.kind === 'limited') return LIMITED
  return outcome.kind === 'refused' ? outcome.code : null
}

/** What a person is addressed by: their number, or the network's own identity (LID). */
export type Form = 'number' | 'lid'

/** The codes with which the network refuses a form. */
const WRONG_FORM: Readonly<Record<Form, string>> = { number: LIMITED, lid: '400' }

/** Of a person whose number and identity are known. */
export interface Known {
  /** The form of the address that was asked for. */
  readonly asked: Form
  /** The form in which this device wrote to the person last; null before the first time. */
  readonly ofPerson: Form | null
  /** The form that the network took where it refused the other; null while it refused none. */
  readonly ofAccount: Form | null
}

/** The form to try first: a message that is sent again takes the one that it was sent in. */
export function firstForm({ asked, ofPerson, ofAccount }: Known): Form {
  return ofPerson ?? ofAccount ?? asked
}

/** The form to try once more after a refusal; null when the refusal says nothing of the form. */
export function formAfter(tried: Form, code: string | null): Form | null {
  return code === WRONG_FORM[tried] ? other(tried) : null
}

/** The answer to the second form that was tried. */
export interface BothTried {
  readonly second: Form
  /** Null where it is no refusal. */
  readonly code: string | null
  readonly accepted: boolean
}

interface Verdict {
  readonly counts: Form
  readonly ofPerson: Form
  /** Null where nothing new is known. */
  readonly ofAccount: Form | null
}

/** What two answers mean: whose outcome counts, and what is remembered. */
export function judge({ second, code, accepted }: BothTried): Verdict {
  const first = other(second)
  const isNoLid = second === 'lid' && code === WRONG_FORM.lid
  const isLimit = code === LIMITED
  return {
    // The LID is of no use, so the 463 of the number before it was the limit of new chats.
    counts: isNoLid ? first : second,
    ofPerson: isNoLid || isLimit ? 'number' : second,
    ofAccount: accepted ? second : null,
  }
}

const other = (form: Form): Form => (form === 'lid' ? 'number' : 'lid')
