import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../../platform/database/database.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import { DomainError } from '../../../platform/errors.ts'
import { countSettledOrSending } from '../campaign/campaign-state.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { CampaignGroups, LedgerDeps, NetworkNames } from '../campaigns.ports.ts'
import { keepsPeople } from '../estimate/estimate-campaign.ts'
import { messagedAmong } from '../recipients/contact-history.ts'
import {
  createNumberChecksRepository,
  type KnownCheck,
} from '../recipients/number-checks.repository.ts'

/** A person a campaign would write to, with what is known about them. */
export interface ReachedPerson {
  readonly name: string
  readonly phoneNumber: string
  /** JSON of what their fields say; null without any. */
  readonly fields: string | null
  /** The device has written to them before. */
  readonly isWrittenTo: boolean
  /** The name on the network. */
  readonly waName: string | null
  /** Whether the number is on WhatsApp, if that was checked recently. */
  readonly check: KnownCheck | null
}

/** The people of a group, or the open people of a campaign. */
export type PeopleSource =
  | {
      readonly groupId: string
      /** A campaign that has written to some of them. */
      readonly notIn: string | null
    }
  | { readonly campaignId: string }

/** The sending device. */
interface Through {
  readonly workspaceId: string
  readonly deviceId: string
}

export interface PageDeps {
  readonly db: Db
  readonly groups: CampaignGroups
  readonly networkNames: NetworkNames
}

/** Reads people page by page, in the order in which they are written to. */
export async function* peopleInPages(
  deps: PageDeps,
  through: Through,
  source: PeopleSource,
  now: number,
): AsyncGenerator<ReachedPerson[]> {
  if ('groupId' in source) {
    const pages = inPages(
      (after: string | null, limit) => membersAfter(deps, source, after, limit),
      ({ place }) => place,
    )
    for await (const page of pages)
      yield withWhatIsKnown(deps, through, page.filter(isWaiting), now)
    return
  }
  // One state after the other, as the index has them.
  for (const state of ['queued', 'held'] as const) {
    const pages = inPages(
      (after: number | null, limit) => waitingAfter(deps.db, { ...source, state }, after, limit),
      ({ place }) => place,
    )
    for await (const page of pages) yield withWhatIsKnown(deps, through, page, now)
  }
}

/** The people saving would freeze, and the size of the group; null if the group is not used. */
export async function sourceOf(
  deps: Pick<LedgerDeps, 'groups'>,
  workspaceId: string,
  groupId: string,
  edited: Campaign | null,
): Promise<{ source: PeopleSource; size: number | null }> {
  const group = await deps.groups.find(workspaceId, groupId)
  if (!group && !(edited && edited.groupId === null)) throw new DomainError('group_not_found')
  if (edited && keepsPeople(edited, group)) return { source: { campaignId: edited.id }, size: null }
  const notIn = peopleWritten(edited) > 0 ? (edited?.id ?? null) : null
  return { source: { groupId, notIn }, size: group?.size ?? 0 }
}

/** How many people a campaign has handled. */
export function peopleWritten(edited: Campaign | null): number {
  return edited ? countSettledOrSending(edited) : 0
}

/** Finds the page's members first, which is fast even with outdated planner statistics. */
function membersAfter(
  { db, groups }: PageDeps,
  { groupId, notIn }: Extract<PeopleSource, { groupId: string }>,
  after: string | null,
  limit: number,
) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom(groups.members.as('member'))
        .select('member.contact_id')
        .where('member.group_id', '=', groupId)
        .where('member.contact_id', '>', after ?? '')
        .orderBy('member.contact_id')
        .limit(limit)
        .as('page'),
    )
    .innerJoin(groups.people.as('person'), (join) =>
      join.onRef('person.contact_id', '=', 'page.contact_id').on('person.group_id', '=', groupId),
    )
    .leftJoin('recipients as ledger', (join) =>
      join
        .on('ledger.campaign_id', '=', notIn ?? '')
        .onRef('ledger.phone_number', '=', 'person.phone_number'),
    )
    .select(['page.contact_id as place', 'person.name', 'person.phone_number', 'person.fields'])
    .select('ledger.state')
    .orderBy('page.contact_id')
    .execute()
}

/** Whether the campaign has not handled them yet. */
function isWaiting({ state }: { readonly state: RecipientState | null }): boolean {
  return state === null || state === 'queued' || state === 'held'
}

function waitingAfter(
  db: Db,
  { campaignId, state }: { readonly campaignId: string; readonly state: 'queued' | 'held' },
  after: number | null,
  limit: number,
) {
  return db
    .selectFrom('recipients')
    .select(['position as place', 'name', 'phone_number', 'fields'])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', state)
    .$if(after !== null, (query) => query.where('position', '>', after ?? 0))
    .orderBy('position')
    .limit(limit)
    .execute()
}

interface Row {
  readonly name: string
  readonly phone_number: string
  readonly fields: string | null
}

/** Adds what is known about the numbers of a page, with one query each. */
async function withWhatIsKnown(
  { db, networkNames }: PageDeps,
  { workspaceId, deviceId }: Through,
  rows: readonly Row[],
  now: number,
): Promise<ReachedPerson[]> {
  const numbers = rows.map(({ phone_number }) => phone_number)
  const written = await messagedAmong(db, workspaceId, deviceId, numbers)
  const names = await networkNames.among(workspaceId, numbers)
  const checks = await createNumberChecksRepository(db).among(workspaceId, numbers, now)
  return rows.map(({ name, phone_number: phoneNumber, fields }) => ({
    name,
    phoneNumber,
    fields,
    isWrittenTo: written.has(phoneNumber),
    waName: names.get(phoneNumber) ?? null,
    check: checks.get(phoneNumber) ?? null,
  }))
}
