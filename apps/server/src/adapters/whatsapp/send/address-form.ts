/** What a person is addressed by: their number, or the network's own identity (LID). */
export type Form = 'number' | 'lid'

/** The network's words for a form that it does not take. 463 is also its limit of new chats. */
const WRONG_FORM: Readonly<Record<Form, string>> = { number: '463', lid: '400' }
const LIMITED = '463'

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
