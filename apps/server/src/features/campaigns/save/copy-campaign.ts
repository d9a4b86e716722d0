import { setImmediate } from 'node:timers/promises'
import type { FollowUpOutcome } from '@kirim/contract/campaign-actions'
import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { cutText } from '../../../platform/cut-text.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { FairQueue } from '../../../platform/fair-queue.ts'
import { isCopied } from '../audience/freeze-pages.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { Campaign, CampaignTexts } from '../campaign/stored-campaign.ts'
import { type NewCampaign, type SaveDeps, saveWithPeople } from './save-with-people.ts'

const COPY_SUFFIX = ' (copy)'

/** Several times as long as copying the largest campaign. */
const COPY_TIMEOUT_MS = 120_000

export interface DuplicateDeps extends SaveDeps {
  readonly copies: FairQueue
}

/**
 * A full copy, disabled and unscheduled: nothing is sent until its owner enables it. Throws
 * `quota_campaigns`, `quota_people_waiting`, `too_much_waiting` and, leaving nothing behind,
 * `campaign_copy_too_slow`.
 */
export function duplicateCampaign(
  deps: DuplicateDeps,
  campaign: Campaign & CampaignTexts,
  createdBy: string,
): Promise<string> {
  return deps.copies.run(campaign.workspaceId, async () => {
    const limit = new AbortController()
    const cancel = deps.clock.after(COPY_TIMEOUT_MS, () =>
      limit.abort(new DomainError('campaign_copy_too_slow')),
    )
    try {
      return await copy(deps, campaign, createdBy, limit.signal)
    } finally {
      cancel()
    }
  })
}

async function copy(
  deps: SaveDeps,
  campaign: Campaign & CampaignTexts,
  createdBy: string,
  signal: AbortSignal,
): Promise<string> {
  const { groupId } = campaign
  const name = `${campaign.name.slice(0, NAME_MAX_LENGTH - COPY_SUFFIX.length)}${COPY_SUFFIX}`
  const variants = campaign.variants.filter(({ removed }) => !removed)
  const settings = { ...campaign, name, variants, enabled: false, scheduledAt: null }
  const media = await createCampaignsRepository(deps.db, deps.devices).mediaOf(campaign.id)
  const people = groupId
    ? { from: { groupId } }
    : { from: { campaignId: campaign.id }, size: peopleOf(campaign) }
  return saveWithPeople(deps, ownedBy(campaign, createdBy), settings, media, people, signal)
}

function peopleOf({ counts }: Campaign): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

const FOLLOW_UP_SUFFIX = ' (follow-up)'

/** The end of the name shown in place of a group. */
const OUTCOMES: Readonly<Record<FollowUpOutcome, string>> = {
  not_answered: ': did not answer',
  not_read: ': did not read',
  answered: ': answered',
  failed: ': failed',
}

/**
 * Creates a draft to the people of a campaign with this outcome as of now, with its settings; its
 * owner writes the text and starts it. Throws `campaign_follow_up_empty`,
 * `quota_campaigns` and `quota_people_waiting`.
 */
export async function followUp(
  deps: SaveDeps,
  campaign: Campaign & CampaignTexts,
  outcome: FollowUpOutcome,
  createdBy: string,
): Promise<string> {
  const size = await countOutcome(deps.db, campaign.id, outcome)
  if (size === 0) throw new DomainError('campaign_follow_up_empty')
  if (campaign.deviceRemoved) throw new DomainError('campaign_number_removed')
  const nameWith = (ending: string) =>
    cutText(campaign.name, NAME_MAX_LENGTH - ending.length) + ending
  const settings = {
    ...campaign,
    name: nameWith(FOLLOW_UP_SUFFIX),
    enabled: false,
    scheduledAt: null,
    groupId: null,
    groupName: nameWith(OUTCOMES[outcome]),
  }
  const media = await createCampaignsRepository(deps.db, deps.devices).mediaOf(campaign.id)
  const from = { campaignId: campaign.id, outcome }
  return saveWithPeople(deps, ownedBy(campaign, createdBy), settings, media, { from, size })
}

function ownedBy({ workspaceId, deviceId }: Campaign, createdBy: string): NewCampaign {
  return { workspaceId, deviceId, createdBy }
}

/** Rows per statement. */
const ROWS_AT_ONCE = 2000

/** How many people a follow-up to this outcome would have. Yields between pages. */
export async function countOutcome(
  db: Db,
  campaignId: string,
  outcome: FollowUpOutcome,
): Promise<number> {
  let people = 0
  for (let after = ''; ; ) {
    const { rows, last, taken } = await db
      .selectFrom((eb) =>
        eb
          .selectFrom('recipients')
          .select('phone_number')
          .select((row) =>
            row.case().when(isCopied(row, outcome)).then(1).else(0).end().as('is_taken'),
          )
          .where('campaign_id', '=', campaignId)
          .where('phone_number', '>', after)
          .orderBy('phone_number')
          .limit(ROWS_AT_ONCE)
          .as('page'),
      )
      .select(({ fn }) => [
        fn.countAll<number | string>().as('rows'),
        fn.max('phone_number').as('last'),
        fn.sum<number | string | null>('is_taken').as('taken'),
      ])
      .executeTakeFirstOrThrow()
    people += Number(taken ?? 0)
    if (Number(rows) < ROWS_AT_ONCE || last === null) return people
    after = last
    await setImmediate()
  }
}
