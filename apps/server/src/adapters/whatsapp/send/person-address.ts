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
/** The name of the account's own entry. */
const ACCOUNT = 'account'
/** The network's code for limited new chats, and for a number where it expects a LID. */
const LIMITED = '463'

type Pieces = ReturnType<KeyCache['open']>
type Addresses = Partial<Record<Form, string>>

/**
 * Sends to a person by number or LID, whichever the network accepts for this account. Only a
 * refusal shows which one that is. The form is stored before a message is sent in it, so a message
 * whose answer was lost is sent again in the same form; only a refusal changes it, with the same
 * message id.
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

  async function storedForm(name: string): Promise<Form | null> {
    const form = (await pieces.read(KIND, [name])).get(name)
    return form === 'lid' || form === 'number' ? form : null
  }

  async function storeForm(name: string, form: Form | null): Promise<void> {
    if (form === null || (await storedForm(name)) === form) return
    await pieces.write([{ kind: KIND, name, value: form }])
  }

  return {
    /** Both addresses of the person, as far as known; null for a group. */
    async receiverOf(jid: string): Promise<Receiver | null> {
      if (!isPnUser(jid) && !isLidUser(jid)) return null
      const { number, lid = null } = await bothOf(jid)
      return { phoneNumber: jidDecode(number)?.user ?? null, lid }
    },

    /** `send` sends the message to one address and returns the outcome. */
    async send(jid: string, send: (address: string) => Promise<SendOutcome>): Promise<SendOutcome> {
      if (!isPnUser(jid) && !isLidUser(jid)) return send(jid)
      const { number, lid } = await bothOf(jid)
      if (!number || !lid) return send(jid)
      const addresses = { number, lid }
      const first = firstForm({
        requested: isLidUser(jid) ? 'lid' : 'number',
        ofPerson: await storedForm(number),
        ofAccount: await storedForm(ACCOUNT),
      })
      await storeForm(number, first)
      const outcome = await send(addresses[first])
      const second = formAfter(first, codeOf(outcome))
      if (second === null) return outcome
      await storeForm(number, second)
      const next = await send(addresses[second])
      const verdict = judgeAnswers({
        second,
        code: codeOf(next),
        accepted: next.kind === 'accepted',
      })
      await storeForm(number, verdict.ofPerson)
      await storeForm(ACCOUNT, verdict.ofAccount)
      return verdict.counts === second ? next : outcome
    },
  }
}

function codeOf(outcome: SendOutcome): string | null {
  if (outcome.kind === 'limited') return LIMITED
  return outcome.kind === 'refused' ? outcome.code : null
}

/** How a person is addressed: by number or by LID. */
export type Form = 'number' | 'lid'

/** The network's code for a refused form. */
const WRONG_FORM: Readonly<Record<Form, string>> = { number: LIMITED, lid: '400' }

/** The known forms for a person with number and LID. */
export interface KnownForms {
  /** The form of the requested address. */
  readonly requested: Form
  /** The form of the last message to the person; null before the first. */
  readonly ofPerson: Form | null
  /** The form that the network accepted after refusing the other; null if none was refused. */
  readonly ofAccount: Form | null
}

/** The form to try first: a message that is sent again uses the same form. */
export function firstForm({ requested, ofPerson, ofAccount }: KnownForms): Form {
  return ofPerson ?? ofAccount ?? requested
}

/** The form to retry with after a refusal; null if the refusal is not about the form. */
export function formAfter(attempted: Form, code: string | null): Form | null {
  return code === WRONG_FORM[attempted] ? other(attempted) : null
}

/** The answer to the second form. */
export interface SecondAnswer {
  readonly second: Form
  /** Null if it is no refusal. */
  readonly code: string | null
  readonly accepted: boolean
}

interface Verdict {
  readonly counts: Form
  readonly ofPerson: Form
  /** Null if nothing new was learned. */
  readonly ofAccount: Form | null
}

/** Evaluates both answers: which outcome counts, and what is stored. */
export function judgeAnswers({ second, code, accepted }: SecondAnswer): Verdict {
  const first = other(second)
  const isNoLid = second === 'lid' && code === WRONG_FORM.lid
  const isLimit = code === LIMITED
  return {
    // The LID is not accepted, so the earlier 463 meant limited new chats.
    counts: isNoLid ? first : second,
    ofPerson: isNoLid || isLimit ? 'number' : second,
    ofAccount: accepted ? second : null,
  }
}

const other = (form: Form): Form => (form === 'lid' ? 'number' : 'lid')
