import type { Clock } from '../../../platform/clock.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import type { HeldPeopleRepository } from './held-people.repository.ts'
import type { LedgerRepository, Share } from './ledger.repository.ts'

export type ChosenPerson =
  | { readonly kind: 'person'; readonly person: Recipient; readonly triesLimit: boolean }
  /** People were held or released: look again. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'nobody' }

interface ChooseDeps {
  readonly ledger: Pick<LedgerRepository, 'next' | 'interrupted'>
  readonly held: HeldPeopleRepository
  readonly clock: Clock
}

/**
 * Whom a campaign writes to next. While the network lets its number write to nobody new, that is
 * somebody the number knows; when that time is over, one new person is tried, and the others follow
 * if that goes well. With `onlyBegun` nobody is begun. `taken` are those whom other devices are
 * about to write to.
 */
export async function choosePerson(
  deps: ChooseDeps,
  campaign: Campaign,
  limitedUntil: number | null,
  { onlyBegun, taken }: { readonly onlyBegun: boolean; readonly taken: readonly string[] },
): Promise<ChosenPerson> {
  const { ledger, held, clock } = deps
  const { id, cancelledAt, counts, deviceId, runsOn } = campaign
  const share: Share = { deviceId, runsOn, taken }
  const now = clock.now()
  const isBegunOnly = onlyBegun || cancelledAt !== null
  if (limitedUntil !== null && limitedUntil > now) {
    const begun = await ledger.interrupted(id, share)
    const when = { until: limitedUntil, now }
    if (begun && (await mustWait(held, campaign, begun, when))) return { kind: 'moved' }
    if (begun || isBegunOnly) return ofPerson(begun)
    return chooseKnown(held, campaign, share, when)
  }
  if (isBegunOnly) return ofPerson(await ledger.interrupted(id, share))
  if (limitedUntil === null) {
    if (counts.held > 0 && (await held.release(id, share)) > 0) return { kind: 'moved' }
    return ofPerson(await ledger.next(id, share))
  }
  const person = await ledger.next(id, share)
  if (!person)
    return (await held.release(id, share, 1)) > 0 ? { kind: 'moved' } : { kind: 'nobody' }
  const isKnown = (await held.known(campaign.deviceId, [person])).size > 0
  return { kind: 'person', person, triesLimit: !isKnown }
}

/** A limit of new chats and the present. */
interface Limit {
  readonly until: number
  readonly now: number
}

/** While the limit lasts, of those who wait. */
async function chooseKnown(
  held: HeldPeopleRepository,
  campaign: Campaign,
  share: Share,
  { until, now }: Limit,
): Promise<ChosenPerson> {
  if (isShared(campaign)) return ofPerson(await held.firstKnown(campaign, share))
  const { person, held: moved } = await held.nextKnown(campaign, until, now)
  return moved > 0 ? { kind: 'moved' } : ofPerson(person)
}

/**
 * Somebody new whom it has begun waits as well, unless something to them may have left: only
 * sending that again tells. True when they do so from now on.
 */
async function mustWait(
  held: HeldPeopleRepository,
  campaign: Campaign,
  begun: Recipient,
  when: Limit,
): Promise<boolean> {
  if ((await held.known(campaign.deviceId, [begun])).size > 0) return false
  return held.setAside(campaign.deviceId, begun, { isShared: isShared(campaign), ...when })
}

/** Whom one of its devices may not write to waits for the others, and is not held. */
export function isShared({ furtherDevices, runsOn }: Campaign): boolean {
  return furtherDevices.length > 0 || runsOn !== 'own'
}

function ofPerson(person: Recipient | null): ChosenPerson {
  return person ? { kind: 'person', person, triesLimit: false } : { kind: 'nobody' }
}
