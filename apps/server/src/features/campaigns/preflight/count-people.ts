import type { LeftOut, PreflightPeople } from '@kirim/contract/campaign-preflight'
import type { ReachedPerson } from './people-pages.ts'
import type { PreflightRooms } from './preflight.ports.ts'

/** People named per reason. */
const NAMED_MAX = 20

/** International digits. */
const NUMBER = /^[1-9]\d{6,14}$/

/** Opt-outs among a page of people. */
export interface KnownOfPage {
  readonly optedOutNumbers: ReadonlySet<string>
  readonly optedOutLids: ReadonlySet<string>
}

type Reason = 'invalid' | 'samePerson' | 'optedOut' | 'notOnWhatsApp'

/** Counts people one by one: each is left out for the first reason that applies, or reached. */
export function createPeopleCount() {
  const leftOut: Record<Reason, { people: number; first: LeftOut['first'] }> = {
    invalid: { people: 0, first: [] },
    samePerson: { people: 0, first: [] },
    optedOut: { people: 0, first: [] },
    notOnWhatsApp: { people: 0, first: [] },
  }
  const identities = new Set<string>()
  const sum = { total: 0, reached: 0, unchecked: 0, neverWritten: 0 }
  let last: { at: number; through: string } | null = null

  function reasonOf(person: ReachedPerson, known: KnownOfPage): Reason | null {
    const { phoneNumber, check } = person
    if (!NUMBER.test(phoneNumber)) return 'invalid'
    const identity = check?.jid ?? `${phoneNumber}@s.whatsapp.net`
    if (identities.has(identity)) return 'samePerson'
    identities.add(identity)
    const isOut = known.optedOutNumbers.has(phoneNumber) || known.optedOutLids.has(check?.jid ?? '')
    if (isOut) return 'optedOut'
    return check && !check.isOnWhatsApp ? 'notOnWhatsApp' : null
  }

  return {
    /** Why a person is left out; null when they are reached. */
    add(person: ReachedPerson, known: KnownOfPage): Reason | null {
      const { name, phoneNumber, check } = person
      sum.total += 1
      if (check && check.checkedAt > (last?.at ?? 0)) {
        last = { at: check.checkedAt, through: check.deviceName }
      }
      const reason = reasonOf(person, known)
      if (reason !== null) {
        leftOut[reason].people += 1
        if (leftOut[reason].first.length < NAMED_MAX) {
          leftOut[reason].first.push({ name, phoneNumber })
        }
        return reason
      }
      sum.reached += 1
      if (!check) sum.unchecked += 1
      if (person.waName === null && !person.isWrittenTo) sum.neverWritten += 1
      return null
    },

    result: (): PreflightPeople => ({
      ...sum,
      ...leftOut,
      checkedAt: last && new Date(last.at).toISOString(),
      checkedThrough: last?.through ?? '',
    }),
  }
}

/** Loads the opt-outs among a page of people. */
export async function knownOf(
  deps: PreflightRooms,
  workspaceId: string,
  page: readonly ReachedPerson[],
): Promise<KnownOfPage> {
  const numbers = page.map(({ phoneNumber }) => phoneNumber)
  const lids = page.flatMap(({ check }) => (check?.jid?.endsWith('@lid') ? [check.jid] : []))
  return {
    optedOutNumbers: await deps.leftAlone.numbersAmong(workspaceId, numbers),
    optedOutLids: lids.length > 0 ? await deps.leftAlone.lidsAmong(workspaceId, lids) : new Set(),
  }
}
