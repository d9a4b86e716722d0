import type { PersonCampaign } from '@kirim/contract/contact-sheet'
import type { CampaignsRepository } from '../campaigns.repository.ts'
import { campaignState } from '../state/campaign-state.ts'
import { createLedgerPeopleRepository } from './ledger-people.repository.ts'
import { type PresentDeps, presentPeople } from './present-people.ts'

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
    const row = campaign && (await people.find(campaign.id, position, campaign.cancelledAt))
    if (!campaign || !row) continue
    const [person] = await presentPeople(deps, campaign, [row])
    const isDraft = campaignState(campaign, deps.clock.now()) === 'draft'
    const { id: campaignId, name: campaignName } = campaign
    if (person) newest.push({ campaignId, campaignName, isDraft, person })
  }
  return { newest, count: places.length }
}
