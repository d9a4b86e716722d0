import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { PersonCampaign } from '@kirim/contract/contact-sheet'
import { campaignState } from '../campaign/campaign-state.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { createLedgerPeopleRepository, type LedgerRow } from './ledger-people.repository.ts'
import { presentPerson } from './present-ledger.ts'
import { type WrittenFromDeps, writtenFrom } from './written-from.ts'

export interface PresentDeps extends WrittenFromDeps {
  /** The stored texts of messages to these devices, by message id. */
  textsOf(
    deviceIds: readonly string[],
    messageIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  /** When people with these numbers opted out, by number. */
  leftAloneAmong(
    workspaceId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
}

/** People of one campaign with their device, answer and opt-out. */
export async function presentPeople(
  deps: PresentDeps,
  campaign: Campaign,
  rows: readonly LedgerRow[],
): Promise<LedgerPerson[]> {
  const from = await writtenFrom(deps, campaign, rows)
  const answers = await answersOf(deps, campaign, rows)
  const reached = rows.filter(({ delivered_at, read_at }) => (delivered_at ?? read_at) !== null)
  const leftAlone = await deps.leftAloneAmong(
    campaign.workspaceId,
    reached.map(({ phone_number }) => phone_number),
  )
  return rows.map((row) =>
    presentPerson(row, from(row), {
      answer: answers.get(row.answer_id ?? ''),
      leftAloneSince: leftAlone.get(row.phone_number),
    }),
  )
}

/** By message id. People may answer to any of the owner's numbers. */
export async function answersOf(
  { db, devices, textsOf }: PresentDeps,
  { workspaceId }: Pick<Campaign, 'workspaceId'>,
  rows: readonly LedgerRow[],
): Promise<ReadonlyMap<string, string>> {
  const answerIds = rows.flatMap(({ answer_id }) => answer_id ?? [])
  if (answerIds.length === 0) return new Map()
  const numbers = await db
    .selectFrom(devices.rows.as('device'))
    .select('id')
    .where('user_id', '=', workspaceId)
    .execute()
  return textsOf(
    numbers.map(({ id }) => id),
    answerIds,
  )
}

/** Campaigns of one person that are counted. */
const COUNTED_MAX = 1000

/** The newest campaigns of a person with their outcomes, and the number of campaigns. */
export async function campaignsOfPerson(
  deps: PresentDeps & { readonly campaigns: Pick<CampaignsRepository, 'findById'> },
  workspaceId: string,
  phoneNumber: string,
  limit: number,
): Promise<{ newest: PersonCampaign[]; count: number }> {
  const { db, campaigns } = deps
  const people = createLedgerPeopleRepository(db)
  const places = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.campaign_id', 'recipients.position'])
    .where('recipients.user_id', '=', workspaceId)
    .where('recipients.phone_number', '=', phoneNumber)
    .where('campaigns.erasing', '=', 0)
    .orderBy('recipients.campaign_id', 'desc')
    .limit(COUNTED_MAX)
    .execute()
  const newest: PersonCampaign[] = []
  for (const { campaign_id, position } of places.slice(0, limit)) {
    const campaign = await campaigns.findById(campaign_id)
    const [row] = campaign ? await people.at(campaign, [position]) : []
    if (!campaign || !row) continue
    const [person] = await presentPeople(deps, campaign, [row])
    const isDraft = campaignState(campaign, deps.clock.now()) === 'draft'
    const { id: campaignId, name: campaignName } = campaign
    if (person) newest.push({ campaignId, campaignName, isDraft, person })
  }
  return { newest, count: places.length }
}
