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
  /** People were held or released: choose again. */
  | { readonly kind: 'moved' }
  | { readonly kind: 'nobody' }

interface ChooseDeps {
  readonly ledger: Pick<LedgerRepository, 'next' | 'interrupted'>
  readonly held: HeldPeopleRepository
  readonly clock: Clock
}

/**
 * Chooses the next person of a campaign. While new chats are limited, that is someone the number
 * knows; after the limit one new person is tried, and the others follow if that succeeds. With
 * `onlyStarted` nobody new is started. `reserved` are people whom other devices are about to write
 * to.
 */
export async function choosePerson(
  deps: ChooseDeps,
  campaign: Campaign,
  limitedUntil: number | null,
  {
    onlyStarted,
    reserved,
  }: { readonly onlyStarted: boolean; readonly reserved: readonly string[] },
): Promise<ChosenPerson> {
  const { ledger, held, clock } = deps
  const { id, cancelledAt, counts, deviceId, runsOn } = campaign
  const share: Share = { deviceId, runsOn, reserved }
  const now = clock.now()
  const isBegunOnly = onlyStarted || cancelledAt !== null
  if (limitedUntil !== null && limitedUntil > now) {
    const started = await ledger.interrupted(id, share)
    const when = { until: limitedUntil, now }
    if (started && (await mustWait(held, campaign, started, when))) return { kind: 'moved' }
    if (started || isBegunOnly) return ofPerson(started)
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

/** The next known person who waits, while the limit lasts. */
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
 * Holds a started new person as well, unless a message to them may have been sent: only a retry can
 * settle that. True if they wait from now on.
 */
async function mustWait(
  held: HeldPeopleRepository,
  campaign: Campaign,
  started: Recipient,
  when: Limit,
): Promise<boolean> {
  if ((await held.known(campaign.deviceId, [started])).size > 0) return false
  return held.setAside(campaign.deviceId, started, { isShared: isShared(campaign), ...when })
}

/** People of a shared campaign wait for its other devices instead of being held. */
export function isShared({ furtherDevices, runsOn }: Campaign): boolean {
  return furtherDevices.length > 0 || runsOn !== 'own'
}

function ofPerson(person: Recipient | null): ChosenPerson {
  return person ? { kind: 'person', person, triesLimit: false } : { kind: 'nobody' }
}

/** Prevents a burst of lookups of numbers that are not on the network. */
const ABSENT_NUMBER_PAUSE_MS = 300

/** A cached negative check needs no lookup; yields to other work. */
const KNOWN_ABSENT_PAUSE_MS = 5

export interface IdentityDeps extends SendDeps {
  readonly checks: NumberChecksRepository
  readonly learnResolved: LearnResolved
}

/** Resolves a person's number on the network; fails people who are not there. */
export function createIdentityOf(deps: IdentityDeps) {
  const { clock } = deps

  /**
   * The identity, looked up before the gap so that an absent number delays nobody; for an absent
   * number the milliseconds to rest.
   */
  async function identityOf(campaign: Campaign, recipient: Recipient): Promise<string | number> {
    if (recipient.jid) return recipient.jid
    const { workspaceId, phoneNumber } = recipient
    const known = await deps.checks.find(workspaceId, phoneNumber, clock.now())
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

  /** Stores positive results only: an absent number may exist at the next attempt. */
  async function remember(
    { deviceName }: Campaign,
    { workspaceId, phoneNumber }: Recipient,
    jid: string,
  ): Promise<void> {
    await deps.checks.keep([{ workspaceId, phoneNumber, jid }], { deviceName, now: clock.now() })
    await deps.learnResolved({ workspaceId, phoneNumber, jid })
  }

  return identityOf
}
