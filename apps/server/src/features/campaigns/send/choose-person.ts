import type { Clock } from '../../../platform/clock.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LearnResolved } from '../campaigns.ports.ts'
import type { NumberChecksRepository } from '../recipients/number-checks.repository.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import type { HeldPeopleRepository } from './held-people.repository.ts'
import type { LedgerRepository, Share } from './ledger.repository.ts'
import { finish, type SendDeps } from './send-to-recipient.ts'

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

/** Prevents a burst of look-ups of numbers that are not on the network. */
const ABSENT_NUMBER_PAUSE_MS = 300

/** Nobody is asked; others are served in between. */
const KNOWN_ABSENT_PAUSE_MS = 5

export interface IdentityDeps extends SendDeps {
  readonly checks: NumberChecksRepository
  readonly learnResolved: LearnResolved
}

/** Whom a number is on the network; who is not there has failed. */
export function createIdentityOf(deps: IdentityDeps) {
  const { clock } = deps

  /**
   * Looked up before the gap, so that a number that is not on the network delays nobody. For such a
   * number, the time in milliseconds to rest.
   */
  async function identityOf(campaign: Campaign, recipient: Recipient): Promise<string | number> {
    if (recipient.jid) return recipient.jid
    const { userId, phoneNumber } = recipient
    const known = await deps.checks.find(userId, phoneNumber, clock.now())
    if (known && !known.isOnWhatsApp) {
      const params = { device: known.deviceName, at: new Date(known.checkedAt).toISOString() }
      const why = { reason: 'not_on_whatsapp', params, isNews: false }
      await finish(deps, recipient, 'failed', why)
      return KNOWN_ABSENT_PAUSE_MS
    }
    const jid = known?.jid ?? (await deps.outgoing.resolve(campaign.deviceId, phoneNumber))
    if (!jid) {
      const params = { device: campaign.deviceName }
      await finish(deps, recipient, 'failed', { reason: 'not_on_whatsapp', params })
      return ABSENT_NUMBER_PAUSE_MS
    }
    await deps.ledger.keepJid(recipient.id, jid)
    if (!known) await remember(campaign, recipient, jid)
    return jid
  }

  /** Only that somebody is there: who is not there now may be when their owner tries again. */
  async function remember(
    { deviceName }: Campaign,
    { userId, phoneNumber }: Recipient,
    jid: string,
  ): Promise<void> {
    await deps.checks.keep([{ userId, phoneNumber, jid }], { deviceName, now: clock.now() })
    await deps.learnResolved({ userId, phoneNumber, jid })
  }

  return identityOf
}
