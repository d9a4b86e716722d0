import type { Clock } from '../../platform/clock.ts'
import type { OutgoingMedia, SendOutcome } from '../../platform/outgoing-message.ts'
import type { CampaignsEvents } from './campaigns.events.ts'
import type { CampaignMediaLibrary, MessageSender } from './campaigns.ports.ts'
import type { Campaign, CampaignsRepository } from './campaigns.repository.ts'
import { composeMessages } from './compose-message.ts'
import type { LedgerRepository, PendingMessage } from './ledger.repository.ts'
import type { NetworkNamesRepository } from './network-names.repository.ts'
import type { Recipient } from './recipient-moves.ts'
import type { RecordReceipt } from './record-receipt.ts'

/** After so many messages without an answer, this person has failed rather than the campaign. */
const ATTEMPTS_MAX = 5

export interface SendDeps {
  readonly campaigns: CampaignsRepository
  readonly ledger: LedgerRepository
  readonly networkNames: NetworkNamesRepository
  readonly sender: MessageSender
  readonly media: CampaignMediaLibrary
  readonly events: CampaignsEvents
  readonly recordReceipt: RecordReceipt
  readonly clock: Clock
}

/**
 * Writes to one person: first into the ledger, then onto the network; somebody whose sending was cut
 * short gets the same messages with the same ids again. Resolves once the network has answered. Throws
 * when nothing could be sent at all (a file not uploaded, say): that is nobody's failed attempt.
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
  const messages = await deps.ledger.pending(recipient.id)
  const media = await outgoingMedia(
    deps.media,
    campaign.userId,
    messages.flatMap(({ mediaId }) => mediaId ?? []),
  )
  for (const message of messages) {
    const outcome = await sendOne(deps, campaign.deviceId, message, media)
    if (outcome.kind === 'unknown') {
      await deps.ledger.countAttempt(recipient.id)
      return
    }
    await recordOutcome(deps, campaign.deviceId, message.messageId, outcome)
    if (outcome.kind === 'refused') return
  }
  await deps.ledger.markSentAt(campaign.deviceId, deps.clock.now())
}

/** The files of these ids that can be sent: in the library, and still on the disk. */
export async function outgoingMedia(
  library: CampaignMediaLibrary,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutgoingMedia>> {
  const found = new Map<string, OutgoingMedia>()
  for (const { _id: id, fileName, fileType, originalName } of await library.find(userId, ids)) {
    const path = library.localPath(fileName)
    if (path) found.set(id, { path, fileType, originalName })
  }
  return found
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
  if (claimed) deps.events.changed({ campaignId: campaign.id, userId: campaign.userId })
  return claimed
}

async function mayTryAgain(deps: SendDeps, recipient: Recipient): Promise<boolean> {
  if (recipient.attempts < ATTEMPTS_MAX) return true
  await finish(deps, recipient, 'failed', 'no_answer')
  return false
}

/** Closes somebody's turn without a message and tells the screens. */
export async function finish(
  deps: Pick<SendDeps, 'ledger' | 'events' | 'clock'>,
  recipient: Recipient,
  event: 'failed' | 'skipped',
  reason: string,
): Promise<void> {
  const moved = await deps.ledger.close(recipient, event, reason, deps.clock.now())
  if (moved) deps.events.changed(moved)
}

async function sendOne(
  deps: SendDeps,
  deviceId: string,
  message: PendingMessage,
  media: ReadonlyMap<string, OutgoingMedia>,
): Promise<SendOutcome> {
  const { messageId, jid, text, mediaId } = message
  const attached = mediaId ? (media.get(mediaId) ?? null) : null
  if (mediaId && !attached) return { kind: 'refused', code: 'media_missing' }
  return deps.sender.send(deviceId, { messageId, jid, text, media: attached })
}

function recordOutcome(deps: SendDeps, deviceId: string, messageId: string, outcome: SendOutcome) {
  return outcome.kind === 'refused'
    ? deps.recordReceipt({ deviceId, messageId, status: 'failed' }, `refused_${outcome.code}`)
    : deps.recordReceipt({ deviceId, messageId, status: 'sent' })
}
