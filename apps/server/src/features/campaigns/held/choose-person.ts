import type { Clock } from '../../../platform/clock.ts'
import type { Recipient } from '../people/recipient-moves.ts'
import type { LedgerRepository, Share } from '../send/ledger.repository.ts'
import type { Campaign } from '../stored-campaign.ts'
import type { HeldPeopleRepository } from './held-people.repository.ts'

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
  if (onlyBegun || cancelledAt !== null) return ofPerson(await ledger.interrupted(id, share))
  if (limitedUntil === null) {
    if (counts.held > 0 && (await held.release(id, share)) > 0) return { kind: 'moved' }
    return ofPerson(await ledger.next(id, share))
  }
  const now = clock.now()
  if (limitedUntil > now) {
    const begun = await ledger.interrupted(id, share)
    if (begun) return ofPerson(begun)
    if (isShared(campaign)) return ofPerson(await held.firstKnown(campaign, share))
    const { person, held: moved } = await held.nextKnown(campaign, limitedUntil, now)
    return moved > 0 ? { kind: 'moved' } : ofPerson(person)
  }
  const person = await ledger.next(id, share)
  if (!person)
    return (await held.release(id, share, 1)) > 0 ? { kind: 'moved' } : { kind: 'nobody' }
  const isKnown = (await held.known(campaign.deviceId, [person])).size > 0
  return { kind: 'person', person, triesLimit: !isKnown }
}

/** Whom one of its devices may not write to waits for the others, and is not held. */
function isShared({ furtherDevices, runsOn }: Campaign): boolean {
  return furtherDevices.length > 0 || runsOn !== 'own'
}

function ofPerson(person: Recipient | null): ChosenPerson {
  return person ? { kind: 'person', person, triesLimit: false } : { kind: 'nobody' }
}
