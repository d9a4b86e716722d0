import { REFUSALS, type Refusal } from '@kirim/contract/outgoing'
import type { Clock } from '../../../platform/clock.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type {
  CampaignMediaLibrary,
  CampaignOutgoing,
  FieldKeysOf,
  NetworkNames,
} from '../campaigns.ports.ts'
import type { CampaignsEvents } from '../progress/campaigns.events.ts'
import { failMessages } from '../recipients/assigned-people.repository.ts'
import type { Recipient } from '../recipients/recipient-moves.ts'
import type { ClaimOutcome } from './claim-person.ts'
import { composeMessages, markSound } from './compose-message.ts'
import type { PlannedDeparture } from './departures.ts'
import type { HeldPeopleRepository } from './held-people.repository.ts'
import type { LedgerRepository, Why } from './ledger.repository.ts'

/**
 * After this many unanswered attempts of a message its recipient fails instead of blocking the
 * campaign.
 */
const ATTEMPTS_MAX = 5

/**
 * How long the number begins no new chats if the network does not say. Then one person is tried,
 * and after each failure another one an hour later.
 */
const LIMIT_REST_MS = 3_600_000

export interface SendDeps {
  readonly campaigns: CampaignsRepository
  readonly ledger: LedgerRepository
  readonly held: HeldPeopleRepository
  readonly networkNames: Pick<NetworkNames, 'find'>
  readonly outgoing: CampaignOutgoing
  readonly events: CampaignsEvents
  readonly fieldKeysOf: FieldKeysOf
  readonly media: Pick<CampaignMediaLibrary, 'find'>
  readonly clock: Clock
  /** A limit of new chats was stored for this number, or ended. */
  onLimit(deviceId: string): void
}

/**
 * Writes to one person: stores the messages in the ledger, then sends them; an interrupted
 * recipient gets the same messages with the same ids again, at their departure. Resolves once the
 * network has answered: `sent` when it took them; `waits` when it has not answered, or a check
 * refuses for now. Throws when nothing could be sent at all (a file was not uploaded, for example):
 * this is no failed attempt. With `triesLimit` the number may write to new people again once the
 * network takes it.
 */
export async function sendToRecipient(
  deps: SendDeps,
  campaign: Campaign,
  recipient: Recipient,
  jid: string,
  departure: PlannedDeparture,
  triesLimit = false,
): Promise<'sent' | 'done' | 'waits'> {
  const claim =
    recipient.state === 'queued'
      ? await claimPerson(deps, campaign, recipient, jid, departure)
      : await claimAgain(deps, recipient, campaign.deviceId, departure)
  if (claim.kind !== 'claimed') return claim.kind === 'waits' ? 'waits' : 'done'
  const outcome = await deps.outgoing.handOverAll('campaign', recipient.id, claim.stored, departure)
  if (outcome.kind === 'taken' && triesLimit) {
    await deps.ledger.endLimit(campaign.deviceId, deps.clock.now())
    deps.onLimit(campaign.deviceId)
  }
  if (outcome.kind === 'limited') await holdOrFail(deps, campaign, recipient, outcome.messageId)
  if (outcome.kind === 'taken') return 'sent'
  if (outcome.kind === 'unanswered') return 'waits'
  if (outcome.kind !== 'withheld') return 'done'
  if (REFUSALS[outcome.refusal] === 'temporary') return 'waits'
  await passOver(deps, campaign, { ...recipient, jid }, outcome.refusal)
  return 'done'
}

/** Skips a person after a permanent refusal; fails the rest if a part has arrived. */
async function passOver(
  deps: SendDeps,
  { id: campaignId, workspaceId, deviceId }: Campaign,
  recipient: Recipient,
  refusal: Refusal,
): Promise<void> {
  const isWithdrawn = await deps.ledger.withdraw(recipient, deviceId, refusal, deps.clock.now())
  if (!isWithdrawn) {
    const reason = refusal === 'campaign_cancelled' ? 'cancelled_partly' : refusal
    await failPending(deps, recipient, deviceId, reason)
  }
  deps.events.changed({ campaignId, workspaceId })
}

/**
 * Holds a refused person until the end of the limit, even a known one or one who may have the
 * message. If a part has arrived the rest fails, and so does a possible delivery in a cancelled
 * campaign.
 */
async function holdOrFail(
  deps: SendDeps,
  campaign: Campaign,
  recipient: Recipient,
  messageId: string,
): Promise<void> {
  const { held, clock, events } = deps
  const now = clock.now()
  const isHeld = await held.refused(recipient, campaign.deviceId, now + LIMIT_REST_MS, now)
  if (!isHeld) await failRefused(deps, recipient, campaign.deviceId, messageId)
  deps.onLimit(campaign.deviceId)
  events.changed({ campaignId: campaign.id, workspaceId: campaign.workspaceId })
}

/** If a receipt has settled the refused message meanwhile, the others are sent as usual. */
async function failRefused(
  deps: SendDeps,
  recipient: Recipient,
  deviceId: string,
  messageId: string,
): Promise<void> {
  const pending = await pendingFrom(deps, recipient, deviceId)
  const [next] = pending
  if (next?.messageId !== messageId) return
  await failMessages(deps.outgoing, pending, next.mayHaveLeft ? 'unsettled_463' : 'refused_463')
}

async function claimPerson(
  deps: SendDeps,
  campaign: Campaign,
  recipient: Recipient,
  jid: string,
  { leavesBy }: PlannedDeparture,
): Promise<ClaimOutcome> {
  const now = deps.clock.now()
  const waName = await deps.networkNames.find(recipient.workspaceId, recipient.phoneNumber)
  const attached = await deps.campaigns.mediaOf(campaign.id)
  const media = await markSound(deps.media, campaign.workspaceId, attached)
  const fieldKeys = await deps.fieldKeysOf(recipient.workspaceId)
  const texts = await deps.campaigns.textsOf(campaign.id)
  if (!texts) return { kind: 'not_claimed' }
  const messages = composeMessages(
    { ...campaign, ...texts },
    media,
    recipient,
    waName,
    now,
    fieldKeys,
  )
  if (messages.length === 0) {
    await finish(deps, recipient, 'skipped', { reason: 'nothing_to_send' })
    return { kind: 'not_claimed' }
  }
  const claim = await deps.ledger.claim(recipient, campaign, jid, messages, now, leavesBy)
  deps.events.changed({ campaignId: campaign.id, workspaceId: campaign.workspaceId })
  return claim
}

async function claimAgain(
  deps: SendDeps,
  recipient: Recipient,
  deviceId: string,
  { leavesBy }: PlannedDeparture,
): Promise<ClaimOutcome> {
  const attempts = await deps.outgoing.attemptsOf('campaign', recipient.id)
  if (attempts < ATTEMPTS_MAX) {
    const stored = await pendingFrom(deps, recipient, deviceId)
    await deps.ledger.markSentAt(deviceId, leavesBy)
    return stored.length > 0 ? { kind: 'claimed', stored } : { kind: 'not_claimed' }
  }
  await failPending(deps, recipient, deviceId, 'no_answer')
  return { kind: 'not_claimed' }
}

/** Fails the pending messages of a claimed person, and the person with them. */
async function failPending(
  deps: SendDeps,
  recipient: Recipient,
  deviceId: string,
  reason: Refusal | 'no_answer' | 'cancelled_partly',
): Promise<void> {
  await failMessages(deps.outgoing, await pendingFrom(deps, recipient, deviceId), reason)
}

/** Leaves out messages of another device that has claimed the person meanwhile. */
async function pendingFrom({ outgoing }: SendDeps, { id }: Recipient, deviceId: string) {
  const pending = await outgoing.pendingOf('campaign', id)
  return pending.filter((message) => message.deviceId === deviceId)
}

/** Settles a recipient without a message and notifies the screens. */
export async function finish(
  deps: Pick<SendDeps, 'ledger' | 'events' | 'clock'>,
  recipient: Recipient,
  event: 'failed' | 'skipped',
  why: Why,
): Promise<void> {
  const moved = await deps.ledger.close(recipient, event, why, deps.clock.now())
  if (moved) deps.events.changed(moved)
}
