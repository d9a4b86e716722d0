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

/** Reads people page by page, in the order in which they are written to. */
export async function* peopleInPages(
  db: Db,
  groups: CampaignGroups,
  userId: string,
  source: PeopleSource,
  now: number,
): AsyncGenerator<ReachedPerson[]> {
  const pages =
    'groupId' in source
      ? inPages(
          (after: string | null, limit) =>
            membersAfter(db, groups, userId, source, now, after, limit),
          ({ place }) => place,
        )
      : inPages(
          (after: number | null, limit) => waitingAfter(db, userId, source, now, after, limit),
          ({ place }) => place,
        )
  for await (const page of pages) yield page.map(toPerson)
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

function membersAfter(
  db: Db,
  groups: CampaignGroups,
  userId: string,
  { groupId, notIn }: Extract<PeopleSource, { groupId: string }>,
  now: number,
  after: string | null,
  limit: number,
) {
  return db
    .selectFrom(groups.people.as('person'))
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
    .select(['person.contact_id as place', 'person.name', 'person.phone_number', 'person.fields'])
    .select(KNOWN)
    .where('person.group_id', '=', groupId)
    .$if(after !== null, (query) => query.where('person.contact_id', '>', after ?? ''))
    .$if(notIn !== null, (query) =>
      query.where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('recipients')
              .select('recipients.id')
              .where('recipients.campaign_id', '=', notIn ?? '')
              .whereRef('recipients.phone_number', '=', 'person.phone_number')
              .where('recipients.state', '!=', 'queued'),
          ),
        ),
      ),
    )
    .orderBy('person.contact_id')
    .limit(limit)
    .execute()
}

function waitingAfter(
  db: Db,
  userId: string,
  { campaignId }: Extract<PeopleSource, { campaignId: string }>,
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
    .where('person.campaign_id', '=', campaignId)
    .where('person.state', '=', 'queued')
    .$if(after !== null, (query) => query.where('person.position', '>', after ?? 0))
    .orderBy('person.position')
    .limit(limit)
    .execute()
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
