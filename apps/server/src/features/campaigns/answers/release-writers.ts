import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { CampaignsEvents } from '../progress/campaigns.events.ts'
import type { HeldPeopleRepository, HeldWriters } from '../send/held-people.repository.ts'
import type { PossibleAnswer } from './hear-answer.ts'

export interface HeldWritersDeps {
  readonly db: Db
  readonly held: Pick<HeldPeopleRepository, 'releaseWriters'>
  readonly events: Pick<CampaignsEvents, 'changed'>
  wake(deviceId: string): void
  onFault(deviceId: string, error: unknown): void
}

/**
 * Returns a function that re-queues a held person who has written to the number: a limit of new
 * chats no longer applies to them. Null when no campaign holds them. Call it after the message is
 * stored, because the stored message is what makes the person known. After a kill in between they
 * stay held until the limit ends.
 */
export async function releaseHeldWriters(
  { db, held, events, wake, onFault }: HeldWritersDeps,
  workspaceId: string,
  message: PossibleAnswer,
): Promise<(() => void) | null> {
  const waiting = await heldAs(db, workspaceId, message)
  if (waiting.length === 0) return null
  const { deviceId } = message

  async function release(): Promise<void> {
    for (const writers of waiting) {
      if ((await held.releaseWriters(deviceId, writers)) === 0) continue
      events.changed({ campaignId: writers.campaignId, workspaceId })
      wake(deviceId)
    }
  }

  return () => void release().catch((error: unknown) => onFault(deviceId, error))
}

async function heldAs(
  db: Db,
  workspaceId: string,
  { senderNumber, chatLid, fromMe, chat }: PossibleAnswer,
): Promise<readonly HeldWriters[]> {
  if (fromMe || chat === 'group' || (senderNumber === null && chatLid === null)) return []
  const rows =
    senderNumber === null
      ? await heldWithLid(db, { workspaceId, lid: chatLid ?? '' })
      : await heldWithNumber(db, { workspaceId, phoneNumber: senderNumber })
  const campaigns = new Set(rows.map(({ campaign_id }) => campaign_id))
  return [...campaigns].map((campaignId) => ({
    campaignId,
    ids: rows.filter((row) => row.campaign_id === campaignId).map(({ id }) => id),
  }))
}

const heldWithNumber = prepared(
  (db, { workspaceId, phoneNumber }: { workspaceId: string; phoneNumber: string }) =>
    heldOf(db, workspaceId)
      .where('recipients.user_id', '=', workspaceId)
      .where('recipients.phone_number', '=', phoneNumber),
)

const heldWithLid = prepared((db, { workspaceId, lid }: { workspaceId: string; lid: string }) =>
  heldOf(db, workspaceId).where('recipients.jid', '=', lid),
)

function heldOf(db: Db, workspaceId: string) {
  return db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.id', 'recipients.campaign_id'])
    .where('campaigns.user_id', '=', workspaceId)
    .where('campaigns.held', '>', 0)
    .where('recipients.state', '=', 'held')
}
