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
  userId: string,
  message: PossibleAnswer,
): Promise<(() => void) | null> {
  const waiting = await heldAs(db, userId, message)
  if (waiting.length === 0) return null
  const { deviceId } = message

  async function release(): Promise<void> {
    for (const writers of waiting) {
      if ((await held.releaseWriters(deviceId, writers)) === 0) continue
      events.changed({ campaignId: writers.campaignId, userId })
      wake(deviceId)
    }
  }

  return () => void release().catch((error: unknown) => onFault(deviceId, error))
}

async function heldAs(
  db: Db,
  userId: string,
  { senderNumber, chatLid, fromMe, chat }: PossibleAnswer,
): Promise<readonly HeldWriters[]> {
  if (fromMe || chat === 'group' || (senderNumber === null && chatLid === null)) return []
  const rows =
    senderNumber === null
      ? await heldWithLid(db, { userId, lid: chatLid ?? '' })
      : await heldWithNumber(db, { userId, phoneNumber: senderNumber })
  const campaigns = new Set(rows.map(({ campaign_id }) => campaign_id))
  return [...campaigns].map((campaignId) => ({
    campaignId,
    ids: rows.filter((row) => row.campaign_id === campaignId).map(({ id }) => id),
  }))
}

const heldWithNumber = prepared(
  (db, { userId, phoneNumber }: { userId: string; phoneNumber: string }) =>
    heldOf(db, userId)
      .where('recipients.user_id', '=', userId)
      .where('recipients.phone_number', '=', phoneNumber),
)

const heldWithLid = prepared((db, { userId, lid }: { userId: string; lid: string }) =>
  heldOf(db, userId).where('recipients.jid', '=', lid),
)

function heldOf(db: Db, userId: string) {
  return db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.id', 'recipients.campaign_id'])
    .where('campaigns.user_id', '=', userId)
    .where('campaigns.held', '>', 0)
    .where('recipients.state', '=', 'held')
}
