import type { Clock } from '../../../platform/clock.ts'
import type { CampaignsEvents } from '../campaigns.events.ts'
import type { CampaignOutgoing } from '../campaigns.ports.ts'
import type { CampaignsRepository } from '../campaigns.repository.ts'
import type { Recipient } from '../people/recipient-moves.ts'
import type { Campaign } from '../stored-campaign.ts'
import { composeMessages } from './compose-message.ts'
import type { LedgerRepository } from './ledger.repository.ts'
import type { NetworkNamesRepository } from './network-names.repository.ts'

/** After this many unanswered attempts the recipient fails instead of blocking the campaign. */
const ATTEMPTS_MAX = 5

export interface SendDeps {
  readonly campaigns: CampaignsRepository
  readonly ledger: LedgerRepository
  readonly networkNames: NetworkNamesRepository
  readonly outgoing: CampaignOutgoing
  readonly events: CampaignsEvents
  readonly clock: Clock
}

/**
 * Writes to one person: stores the messages in the ledger, then sends them; an interrupted
 * recipient gets the same messages with the same ids again. Resolves once the network has answered.
 * Throws when nothing could be sent at all (the file was not uploaded, for example): this is no
 * failed attempt.
 */
export async function sendToRecipient(
  deps: SendDeps,
  campaign: Campaign,
  recipient: Recipient,
  jid: string,
) {
  const ready =
    recipient.state === 'queued'
      ? await claim(deps, campaign, recipient, jid)
      : await mayTryAgain(deps, recipient)
  if (!ready) return
  const { kind } = await deps.outgoing.handOverAll('campaign', recipient.id)
  if (kind === 'taken') await deps.ledger.markSentAt(campaign.deviceId, deps.clock.now())
}

async function claim(
  deps: SendDeps,
  campaign: Campaign,
  recipient: Recipient,
  jid: string,
): Promise<boolean> {
  const now = deps.clock.now()
  const waName = await deps.networkNames.find(recipient.userId, recipient.phoneNumber)
  const media = await deps.campaigns.mediaOf(campaign.id)
  const messages = composeMessages(campaign, media, recipient, waName, now)
  if (messages.length === 0) {
    await finish(deps, recipient, 'skipped', 'nothing_to_send')
    return false
  }
  const claimed = await deps.ledger.claim(recipient, campaign, jid, messages, now)
  deps.events.changed({ campaignId: campaign.id, userId: campaign.userId })
  return claimed
}

async function mayTryAgain(deps: SendDeps, recipient: Recipient): Promise<boolean> {
  const attempts = await deps.outgoing.attemptsOf('campaign', recipient.id)
  if (attempts < ATTEMPTS_MAX) return true
  await finish(deps, recipient, 'failed', 'no_answer')
  return false
}

/** Settles a recipient without a message and notifies the screens. */
export async function finish(
  deps: Pick<SendDeps, 'ledger' | 'events' | 'clock'>,
  recipient: Recipient,
  event: 'failed' | 'skipped',
  reason: string,
): Promise<void> {
  const moved = await deps.ledger.close(recipient, event, reason, deps.clock.now())
  if (moved) deps.events.changed(moved)
}
