import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { PersonCampaign } from '@kirim/contract/contact-sheet'
import type { Sight } from '../../../platform/caller.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'
import { campaignState } from '../campaign/campaign-state.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import { type SeenNames, seenNames } from '../campaign/seen-names.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { createLedgerPeopleRepository, type LedgerRow } from './ledger-people.repository.ts'
import { presentPerson } from './present-ledger.ts'
import { type WrittenFromDeps, writtenFrom } from './written-from.ts'

export interface PresentDeps extends WrittenFromDeps {
  /** The stored texts of messages to these devices, by message id, of chats that are seen. */
  textsOf(
    deviceIds: readonly string[],
    messageIds: readonly string[],
    sight: Sight,
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
  sight: Sight,
  campaign: Campaign,
  rows: readonly LedgerRow[],
): Promise<LedgerPerson[]> {
  const from = await writtenFrom(deps, campaign, rows)
  const answers = await answersOf(deps, sight, rows)
  const reached = rows.filter(({ delivered_at, read_at }) => (delivered_at ?? read_at) !== null)
  const leftAlone = await deps.leftAloneAmong(
    campaign.workspaceId,
    reached.map(({ phone_number }) => phone_number),
  )
  const names = await seenNames(deps, sight)
  return rows.map((row) =>
    withSeenNames(
      presentPerson(row, from(row), {
        answer: answers.get(row.answer_id ?? ''),
        leftAloneSince: leftAlone.get(row.phone_number),
      }),
      names,
    ),
  )
}

/** Without the names of numbers that are not seen. */
export function withSeenNames<Person extends LedgerPerson>(
  person: Person,
  names: SeenNames,
): Person {
  const { from, sentence } = person
  return {
    ...person,
    from: from !== null && names.isSeen(from) ? from : null,
    sentence: names.in(sentence),
  }
}

/** By message id, as far as they are seen. People may answer to any number of the workspace. */
export async function answersOf(
  { db, devices, textsOf }: PresentDeps,
  sight: Sight,
  rows: readonly LedgerRow[],
): Promise<ReadonlyMap<string, string>> {
  const answerIds = rows.flatMap(({ answer_id }) => answer_id ?? [])
  if (answerIds.length === 0) return new Map()
  const numbers = await db
    .selectFrom(devices.rows.as('device'))
    .select('id')
    .where('user_id', '=', sight.workspaceId)
    .$call(onlySeen(sight, 'id'))
    .execute()
  return textsOf(
    numbers.map(({ id }) => id),
    answerIds,
    sight,
  )
}

/** Campaigns of one person that are counted. */
const COUNTED_MAX = 1000

/** The newest campaigns of a person that are seen, with their outcomes, and how many there are. */
export async function campaignsOfPerson(
  deps: PresentDeps & { readonly campaigns: Pick<CampaignsRepository, 'findById'> },
  sight: Sight,
  phoneNumber: string,
  limit: number,
): Promise<{ newest: PersonCampaign[]; count: number }> {
  const { db, campaigns } = deps
  const people = createLedgerPeopleRepository(db)
  const places = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.campaign_id', 'recipients.position'])
    .where('recipients.user_id', '=', sight.workspaceId)
    .where('recipients.phone_number', '=', phoneNumber)
    .where('campaigns.erasing', '=', 0)
    .$call(onlySeen(sight, 'campaigns.device_id'))
    .orderBy('recipients.campaign_id', 'desc')
    .limit(COUNTED_MAX)
    .execute()
  const newest: PersonCampaign[] = []
  for (const { campaign_id, position } of places.slice(0, limit)) {
    const campaign = await campaigns.findById(campaign_id)
    const [row] = campaign ? await people.at(campaign, [position]) : []
    if (!campaign || !row) continue
    const [person] = await presentPeople(deps, sight, campaign, [row])
    const isDraft = campaignState(campaign, deps.clock.now()) === 'draft'
    const { id: campaignId, name: campaignName } = campaign
    if (person) newest.push({ campaignId, campaignName, isDraft, person })
  }
  return { newest, count: places.length }
}
