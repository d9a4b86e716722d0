import {
  type ContactListsRepository,
  createContactListsRepository,
} from '../features/contacts/contact-lists.repository.ts'
import type {
  CampaignConditions,
  CarryOptOut,
  GroupDependents,
} from '../features/contacts/contacts.ports.ts'
import { createContactsRepository } from '../features/contacts/contacts.repository.ts'
import { type ContactsDeps, contactsRoutes } from '../features/contacts/contacts.routes.ts'
import { createGroupDeletion, type GroupDeletion } from '../features/contacts/delete-group.ts'
import {
  createDetailsDeletion,
  type DetailsDeletion,
} from '../features/contacts/details/delete-details.ts'
import {
  createFieldsRepository,
  type FieldsRepository,
} from '../features/contacts/details/fields.repository.ts'
import { createTagsRepository } from '../features/contacts/details/tags.repository.ts'
import { groupPlacesOf } from '../features/contacts/group-places.ts'
import { createGroupsRepository } from '../features/contacts/groups.repository.ts'
import { createIdentityKeeper, type Told } from '../features/contacts/identity/join-contacts.ts'
import {
  createNetworkNumbers,
  type NetworkNumbers,
} from '../features/contacts/identity/network-numbers.ts'
import { createEnsureDetails } from '../features/contacts/import/import-contacts.ts'
import { createSheetReader, type SheetReader } from '../features/contacts/import/sheet-reader.ts'
import { createImportStore } from '../features/contacts/import/store-batch.ts'
import { createTextIndexing } from '../features/contacts/index-texts.ts'
import {
  createSegmentFilling,
  type SegmentFilling,
} from '../features/contacts/segments/fill-segments.ts'
import { createSegmentsRepository } from '../features/contacts/segments/segments.repository.ts'
import { createSelectedRepository } from '../features/contacts/selection/selected.repository.ts'
import { systemClock } from '../platform/clock.ts'
import type { Part } from '../platform/lifecycle.ts'
import type { KeyedLock } from '../platform/lock.ts'
import { createListenersInTurn, type UpwardCall } from '../platform/upward-calls.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'

type CallsOf<Of> = {
  readonly [Name in keyof Of]: Of[Name] extends (...given: infer A) => infer R
    ? UpwardCall<A, R>
    : never
}

/** What rooms above know of contacts, for the calls about them. */
type KnownOfContacts = Pick<
  ContactsDeps,
  | 'uses'
  | 'changeOptOuts'
  | 'leaveCampaigns'
  | 'history'
  | 'outAmong'
  | 'lastMoments'
  | 'campaignsAmong'
>

export interface Contacts {
  routes(known: KnownOfContacts): void
  /** Those who read the members of a group in several steps. */
  readonly dependents: CallsOf<GroupDependents>
  /** What campaigns know of a person, for the conditions of segments. */
  readonly conditions: CallsOf<CampaignConditions>
  /** Somebody has another number; called in the transaction that changes their contact. */
  onRenumbered(listener: CarryOptOut): void
  readonly contacts: ReturnType<typeof createContactsRepository>
  readonly lists: ContactListsRepository
  readonly groupDeletion: GroupDeletion
  readonly fields: FieldsRepository
  readonly detailsDeletion: DetailsDeletion
  readonly filling: SegmentFilling
  readonly textIndexing: Part
  /** What the network tells of a person; it is told again when it could not be kept. */
  learnIdentity(told: Told): Promise<void>
  /** What the network resolved a number to; the same holds. */
  learnResolved(told: { userId: string; phoneNumber: string; jid: string }): Promise<void>
  readonly networkNumbers: NetworkNumbers
  readonly sheets: SheetReader
}

/** Wires contacts and their groups. */
export function wireContacts(base: Base, { quotas, countryOf, amounts }: Accounts): Contacts {
  amounts.groupPlaces.set(groupPlacesOf)
  const { db, log, upward } = base
  const contacts = createContactsRepository(db, quotas)
  const lists = createContactListsRepository(db, quotas.contactsOf)
  const groups = createGroupsRepository(db)
  const fields = createFieldsRepository(db)
  const tags = createTagsRepository(db)
  const segments = createSegmentsRepository(db)
  const conditions = {
    isWrittenTo: upward.one('whether a campaign has written to somebody'),
    hasAnswered: upward.one('whether somebody has answered a campaign'),
    isInCampaign: upward.one('whether somebody is in a campaign'),
  } satisfies CampaignConditions
  const filling = createSegmentFilling({
    ...base,
    segments,
    campaigns: conditions,
    changed: (userId) => base.realtime.toUser(userId, 'contacts_changed'),
  })
  const onRenumbered = createListenersInTurn<Parameters<CarryOptOut>>()
  const carryOptOut = onRenumbered
  const identity = createIdentityKeeper({ db, quota: quotas.contacts, carryOptOut })

  async function learnIdentity(told: Told): Promise<void> {
    const { userId } = told
    const isJoined = await identity.learn(told).catch((err: unknown) => {
      log.error({ err, userId }, 'an identity was not kept')
      return false
    })
    if (!isJoined) return
    base.realtime.toUser(userId, 'contacts_changed')
    base.realtime.toUser(userId, 'opt_outs_changed')
  }

  const networkNumbers = createNetworkNumbers(db)
  const learnResolved: Contacts['learnResolved'] = async ({ userId, phoneNumber, jid }) => {
    if (jid.endsWith('@lid')) return learnIdentity({ userId, phoneNumber, lid: jid })
    const [networkNumber = ''] = jid.split(/[:@]/)
    await networkNumbers
      .keep({ userId, phoneNumber, networkNumber })
      .catch((err: unknown) => log.error({ err, userId }, 'a number was not kept'))
  }

  const { work } = base
  const textIndexing = createTextIndexing(base)
  const storeInTurn: KeyedLock = (userId, task) => work.inTurn('contacts stored', userId, task)
  const detailsDeletion = createDetailsDeletion({ fields, tags, storeInTurn, work, log })
  const dependents = {
    leave: upward.one('a group is deleted'),
    settled: upward.one('a group of which nobody needs the members any more'),
  } satisfies GroupDependents
  const groupDeletion = createGroupDeletion({
    groups,
    dependents,
    work,
    log,
  })
  // The limits of its threads are of real time, however fast the clock of a test runs.
  const sheets = createSheetReader(systemClock, countryOf)
  const routeDeps = {
    ...base,
    reserve: quotas.reserveContacts,
    carryOptOut,
    admitRoom: base.reserve.admit,
    admitPlaces: (userId: string, places: number) =>
      db.transaction().execute((tx) => quotas.groupPlaces.admit(tx, userId, places)),
    contacts,
    lists,
    groups,
    groupDeletion,
    fields,
    tags,
    segments,
    selected: createSelectedRepository(db, quotas),
    filling,
    detailsDeletion,
    importStore: createImportStore(db, quotas.groupPlaces),
    ensureDetails: createEnsureDetails(db),
    storeInTurn,
    lanes: 2,
    onImported: textIndexing.look,
    countryOf,
    sheets,
  }
  return {
    routes: (known) => contactsRoutes(base.route, { ...routeDeps, ...known }),
    dependents,
    conditions,
    onRenumbered: onRenumbered.add,
    contacts,
    lists,
    groupDeletion,
    fields,
    detailsDeletion,
    filling,
    textIndexing,
    learnIdentity,
    learnResolved,
    networkNumbers,
    sheets,
  }
}
