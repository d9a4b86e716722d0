import type { RecipientState } from '@kirim/contract/campaigns'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { CampaignGroups, LedgerDeps } from '../campaigns.ports.ts'
import { countSettledOrSending } from '../finished/finished.ts'
import { keepsPeople } from '../save/estimate-campaign.ts'
import type { Campaign } from '../stored-campaign.ts'
import { type KnownCheck, rememberedFrom } from './known-check.ts'

/** Somebody whom a campaign would write to, with what is known of them. */
export interface ReachedPerson {
  readonly name: string
  readonly phoneNumber: string
  /** JSON of what their fields say; null without any. */
  readonly fields: string | null
  /** The device has written to them. */
  readonly isWrittenTo: boolean
  /** The name on the network. */
  readonly waName: string | null
  /** Whether the number is on WhatsApp, when that was checked lately. */
  readonly check: KnownCheck | null
}

/** The people of a group, or those whom a campaign has not written to yet. */
export type PeopleSource =
  | {
      readonly groupId: string
      /** A campaign that has written to some of them. */
      readonly notIn: string | null
    }
  | { readonly campaignId: string }

/** Who is to send. */
interface Through {
  readonly userId: string
  readonly deviceId: string
}

/** Reads people page by page, in the order in which they are written to. */
export async function* peopleInPages(
  db: Db,
  groups: CampaignGroups,
  through: Through,
  source: PeopleSource,
  now: number,
): AsyncGenerator<ReachedPerson[]> {
  if ('groupId' in source) {
    const pages = inPages(
      (after: string | null, limit) => membersAfter(db, groups, through, source, now, after, limit),
      ({ place }) => place,
    )
    for await (const page of pages) yield page.filter(isWaiting).map(toPerson)
    return
  }
  // One state after the other, as the index has them.
  for (const state of ['queued', 'held'] as const) {
    const pages = inPages(
      (after: number | null, limit) =>
        waitingAfter(db, through, { ...source, state }, now, after, limit),
      ({ place }) => place,
    )
    for await (const page of pages) yield page.map(toPerson)
  }
}

/** Whom saving would freeze, and how many its group has; null when the group does not matter. */
export async function sourceOf(
  deps: Pick<LedgerDeps, 'groups'>,
  userId: string,
  groupId: string,
  edited: Campaign | null,
): Promise<{ source: PeopleSource; size: number | null }> {
  const group = await deps.groups.find(userId, groupId)
  if (!group && !(edited && edited.groupId === null)) throw new DomainError('group_not_found')
  if (edited && keepsPeople(edited, group)) return { source: { campaignId: edited.id }, size: null }
  const notIn = peopleWritten(edited) > 0 ? (edited?.id ?? null) : null
  return { source: { groupId, notIn }, size: group?.size ?? 0 }
}

/** Those whom a campaign has had its turn with. */
export function peopleWritten(edited: Campaign | null): number {
  return edited ? countSettledOrSending(edited) : 0
}

/** A page's members are found first, which is quick whatever the planner knows of the tables. */
function membersAfter(
  db: Db,
  groups: CampaignGroups,
  { userId, deviceId }: Through,
  { groupId, notIn }: Extract<PeopleSource, { groupId: string }>,
  now: number,
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
    .leftJoin('network_names', (join) =>
      join
        .on('network_names.user_id', '=', userId)
        .onRef('network_names.phone_number', '=', 'person.phone_number'),
    )
    .leftJoin('number_checks', (join) =>
      join
        .on('number_checks.user_id', '=', userId)
        .onRef('number_checks.phone_number', '=', 'person.phone_number')
        .on('number_checks.checked_at', '>=', rememberedFrom(now)),
    )
    .select(['page.contact_id as place', 'person.name', 'person.phone_number', 'person.fields'])
    .select('ledger.state')
    .select(KNOWN)
    .select(({ ref }) => wasWrittenTo(ref('person.phone_number'), userId, deviceId).as('written'))
    .orderBy('page.contact_id')
    .execute()
}

/** The campaign has not had its turn with them. */
function isWaiting({ state }: { readonly state: RecipientState | null }): boolean {
  return state === null || state === 'queued' || state === 'held'
}

function waitingAfter(
  db: Db,
  { userId, deviceId }: Through,
  { campaignId, state }: { readonly campaignId: string; readonly state: 'queued' | 'held' },
  now: number,
  after: number | null,
  limit: number,
) {
  return db
    .selectFrom('recipients as person')
    .leftJoin('network_names', (join) =>
      join
        .on('network_names.user_id', '=', userId)
        .onRef('network_names.phone_number', '=', 'person.phone_number'),
    )
    .leftJoin('number_checks', (join) =>
      join
        .on('number_checks.user_id', '=', userId)
        .onRef('number_checks.phone_number', '=', 'person.phone_number')
        .on('number_checks.checked_at', '>=', rememberedFrom(now)),
    )
    .select(['person.position as place', 'person.name', 'person.phone_number', 'person.fields'])
    .select(KNOWN)
    .select(({ ref }) => wasWrittenTo(ref('person.phone_number'), userId, deviceId).as('written'))
    .where('person.campaign_id', '=', campaignId)
    .where('person.state', '=', state)
    .$if(after !== null, (query) => query.where('person.position', '>', after ?? 0))
    .orderBy('person.position')
    .limit(limit)
    .execute()
}

/** SQL condition: the device has sent a campaign to this number. Ends at the first one found. */
function wasWrittenTo(phoneNumber: Expression<string>, userId: string, deviceId: string) {
  return sql<SqlBool>`exists (
    select 1 from recipients as earlier
    join campaigns on campaigns.id = earlier.campaign_id
    where earlier.user_id = ${userId} and earlier.phone_number = ${phoneNumber}
      and earlier.sent_at is not null
      and coalesce(earlier.device_id, campaigns.device_id) = ${deviceId}
  )`
}

const KNOWN = [
  'network_names.name as wa_name',
  'number_checks.on_whatsapp',
  'number_checks.jid',
  'number_checks.device_name',
  'number_checks.checked_at',
] as const

type Row =
  | Awaited<ReturnType<typeof waitingAfter>>[number]
  | Awaited<ReturnType<typeof membersAfter>>[number]

function toPerson(row: Row): ReachedPerson {
  return {
    name: row.name,
    phoneNumber: row.phone_number,
    fields: row.fields,
    isWrittenTo: Boolean(row.written),
    waName: row.wa_name,
    check:
      row.checked_at === null
        ? null
        : {
            isOnWhatsApp: row.on_whatsapp === 1,
            jid: row.jid,
            deviceName: row.device_name ?? '',
            checkedAt: row.checked_at,
          },
  }
}
