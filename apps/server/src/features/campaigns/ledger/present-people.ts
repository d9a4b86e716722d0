import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { PersonCampaign } from '@kirim/contract/contact-sheet'
import { campaignState } from '../campaign/campaign-state.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { createLedgerPeopleRepository, type LedgerRow } from './ledger-people.repository.ts'
import { presentPerson } from './present-ledger.ts'
import { type WrittenFromDeps, writtenFrom } from './written-from.ts'

export interface PresentDeps extends WrittenFromDeps {
  /** The texts of messages to these devices, by their id; none where it is not kept any more. */
  textsOf(
    deviceIds: readonly string[],
    messageIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  /** Since when those of these numbers are left alone who are. */
  leftAloneAmong(
    userId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
}

/** People of one campaign with the device of each, and with what they answered or asked for. */
export async function presentPeople(
  deps: PresentDeps,
  campaign: Campaign,
  rows: readonly LedgerRow[],
): Promise<LedgerPerson[]> {
  const from = await writtenFrom(deps, campaign, rows)
  const answers = await answersOf(deps, campaign, rows)
  const reached = rows.filter(({ delivered_at, read_at }) => (delivered_at ?? read_at) !== null)
  const leftAlone = await deps.leftAloneAmong(
    campaign.userId,
    reached.map(({ phone_number }) => phone_number),
  )
  return rows.map((row) =>
    presentPerson(row, from(row), {
      answer: answers.get(row.answer_id ?? ''),
      leftAloneSince: leftAlone.get(row.phone_number),
    }),
  )
}

/** By message id. People answer to whichever of their owner's numbers they like. */
export async function answersOf(
  { db, devices, textsOf }: PresentDeps,
  { userId }: Pick<Campaign, 'userId'>,
  rows: readonly LedgerRow[],
): Promise<ReadonlyMap<string, string>> {
  const asked = rows.flatMap(({ answer_id }) => answer_id ?? [])
  if (asked.length === 0) return new Map()
  const numbers = await db
    .selectFrom(devices.rows.as('device'))
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  return textsOf(
    numbers.map(({ id }) => id),
    asked,
  )
}

/** Nobody looks through more of them. */
const COUNTED_MAX = 1000

/** The newest campaigns that somebody is in with what became of them there, and how many. */
export async function campaignsOfPerson(
  deps: PresentDeps & { readonly campaigns: Pick<CampaignsRepository, 'findById'> },
  userId: string,
  phoneNumber: string,
  limit: number,
): Promise<{ newest: PersonCampaign[]; count: number }> {
  const { db, campaigns } = deps
  const people = createLedgerPeopleRepository(db)
  const places = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.campaign_id', 'recipients.position'])
    .where('recipients.user_id', '=', userId)
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
