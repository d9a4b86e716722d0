import type { RecipientState } from '@kirim/contract/campaigns'

/** One person of one campaign: what the network delivered, and what the ledger says. */
export interface Case {
  readonly who: string
  /** The states of the campaign's messages in their chat at the network, each message once. */
  readonly arrived: readonly ('sent' | 'delivered' | 'read')[]
  readonly ledger: {
    readonly state: RecipientState
    readonly sentence: string
    readonly hasAnswered: boolean
  } | null
  readonly isOnNetwork: boolean
  readonly hasOptedOut: boolean
  /** They replied to a message; an opt-out is not an answer. */
  readonly hasAnswered: boolean
  /** A message arrived after the server had confirmed that they opted out. */
  readonly wasWrittenToAfter: boolean
}

export interface Verdict {
  people: number
  deliveredOnce: number
  lost: number
  repeated: number
  afterOptOut: number
  /** The ledger differs from the network. */
  untrue: number
  /** People who were skipped because they had opted out. */
  leftAlone: number
  /** People who are not on the network. */
  unreachable: number
}

export function judge(cases: readonly Case[]): Verdict {
  const count = (holds: (one: Case) => boolean) => cases.filter(holds).length
  return {
    people: cases.length,
    deliveredOnce: count(({ arrived }) => arrived.length === 1),
    lost: count((one) => one.arrived.length === 0 && !isExcused(one)),
    repeated: count(({ arrived }) => arrived.length > 1),
    afterOptOut: count(({ wasWrittenToAfter }) => wasWrittenToAfter),
    untrue: count((one) => !isTrue(one)),
    leftAlone: count((one) => one.arrived.length === 0 && one.hasOptedOut),
    unreachable: count((one) => one.arrived.length === 0 && !one.isOnNetwork),
  }
}

/** Describes what is wrong with each case, for debugging. */
export function explain(cases: readonly Case[]): string[] {
  return cases
    .filter((one) => !isTrue(one) || one.arrived.length > 1 || one.wasWrittenToAfter)
    .map(({ who, arrived, ledger, hasAnswered, hasOptedOut, wasWrittenToAfter }) =>
      [
        who,
        `at the network ${arrived.join(', ') || 'nothing'}`,
        `in the ledger ${ledger ? `${ledger.state} (${ledger.sentence})` : 'nothing'}`,
        ...(ledger?.hasAnswered === hasAnswered ? [] : [`answered: ${hasAnswered}`]),
        ...(hasOptedOut ? ['opted out'] : []),
        ...(wasWrittenToAfter ? ['written to after it'] : []),
      ].join('; '),
    )
}

/** Whether nothing arrived for a reason outside the server. */
const isExcused = ({ isOnNetwork, hasOptedOut }: Case) => !isOnNetwork || hasOptedOut

/** Whether the ledger states what happened and why. */
function isTrue({ arrived, ledger, isOnNetwork, hasOptedOut, hasAnswered }: Case): boolean {
  if (ledger?.hasAnswered !== hasAnswered) return false
  const [state] = arrived
  if (state !== undefined) return ledger.state === state
  if (ledger.state !== 'skipped' && ledger.state !== 'failed') return false
  return ledger.sentence === 'not_on_whatsapp'
    ? !isOnNetwork
    : hasOptedOut && /^opted_out/.test(ledger.sentence)
}
