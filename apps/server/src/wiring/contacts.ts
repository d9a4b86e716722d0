import { createContactListsRepository } from '../features/contacts/contact-lists.repository.ts'
import { sheetOfNumber } from '../features/contacts/contact-sheet.ts'
import type {
  CampaignConditions,
  CarryOptOut,
  GroupDependents,
} from '../features/contacts/contacts.ports.ts'
import { createContactsRepository } from '../features/contacts/contacts.repository.ts'
import { type ContactsDeps, contactsRoutes } from '../features/contacts/contacts.routes.ts'
import { createDeletion } from '../features/contacts/deletion.ts'
import { createFieldsRepository } from '../features/contacts/details/fields.repository.ts'
import { createTagsRepository } from '../features/contacts/details/tags.repository.ts'
import { groupPlacesOf } from '../features/contacts/group-places.ts'
import { createGroupsRepository } from '../features/contacts/groups.repository.ts'
import {
  createIdentityKeeper,
  type LinkedIdentity,
} from '../features/contacts/identity/join-contacts.ts'
import { createNetworkNumbers } from '../features/contacts/identity/network-numbers.ts'
import { createSheetReader } from '../features/contacts/import/sheet-reader.ts'
import { createImportStore } from '../features/contacts/import/store-batch.ts'
import { createTextIndexing } from '../features/contacts/index-texts.ts'
import { createSegmentFilling } from '../features/contacts/segments/fill-segments.ts'
import { createSegmentsRepository } from '../features/contacts/segments/segments.repository.ts'
import { createSelectedRepository } from '../features/contacts/selection/selected.repository.ts'
import type { Sight } from '../platform/caller.ts'
import { systemClock } from '../platform/clock.ts'
import type { KeyedLock } from '../platform/lock.ts'
import { createListenersInTurn } from '../platform/upward-calls.ts'
import type { Base } from './base.ts'
import type { Quotas } from './quotas.ts'
import type { Workspaces } from './workspaces.ts'

/** What features above contribute to the contact routes. */
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

/** Wires contacts and their groups. */
export function wireContacts(base: Base, quotas: Quotas, { countryOf }: Workspaces) {
  quotas.amounts.groupPlaces.set(groupPlacesOf)
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
    changed: (workspaceId) => base.realtime.toWorkspace(workspaceId, 'contacts_changed'),
  })
  const onRenumbered = createListenersInTurn<Parameters<CarryOptOut>>()
  const carryOptOut = onRenumbered
  const identity = createIdentityKeeper({ db, quota: quotas.contacts, carryOptOut })

  /** What the network reports of a person; reported again when it could not be stored. */
  async function learnIdentity(reported: LinkedIdentity): Promise<void> {
    const { workspaceId } = reported
    const isJoined = await identity.learn(reported).catch((err: unknown) => {
      log.error({ err, workspaceId }, 'an identity was not kept')
      return false
    })
    if (!isJoined) return
    base.realtime.toWorkspace(workspaceId, 'contacts_changed')
    base.realtime.toWorkspace(workspaceId, 'opt_outs_changed')
  }

  const networkNumbers = createNetworkNumbers(db)
  /** What the network resolved a number to; reported again when it could not be stored. */
  async function learnResolved({
    workspaceId,
    phoneNumber,
    jid,
  }: {
    workspaceId: string
    phoneNumber: string
    jid: string
  }): Promise<void> {
    if (jid.endsWith('@lid')) return learnIdentity({ workspaceId, phoneNumber, lid: jid })
    const [networkNumber = ''] = jid.split(/[:@]/)
    await networkNumbers
      .keep({ workspaceId, phoneNumber, networkNumber })
      .catch((err: unknown) => log.error({ err, workspaceId }, 'a number was not kept'))
  }

  const { work } = base
  const textIndexing = createTextIndexing(base)
  const storeInTurn: KeyedLock = (workspaceId, task) =>
    work.inTurn('contacts stored', workspaceId, task)
  const dependents = {
    leave: upward.one('a group is deleted'),
    settled: upward.one('a group of which nobody needs the members any more'),
  } satisfies GroupDependents
  const deletion = createDeletion({ groups, dependents, fields, tags, storeInTurn, work, log })
  // Thread limits are in real time, however fast the clock of a test runs.
  const sheets = createSheetReader(systemClock, countryOf)
  const routeDeps = {
    ...base,
    reserve: quotas.reserveContacts,
    carryOptOut,
    admitRoom: base.reserve.admit,
    admitPlaces: (workspaceId: string, places: number) =>
      db.transaction().execute((tx) => quotas.groupPlaces.admit(tx, workspaceId, places)),
    contacts,
    lists,
    groups,
    deletion,
    fields,
    tags,
    segments,
    selected: createSelectedRepository(db, quotas),
    filling,
    importStore: createImportStore(db, quotas.groupPlaces),
    storeInTurn,
    lanes: 2,
    onImported: textIndexing.look,
    countryOf,
    sheets,
  }
  return {
    routes: (known: KnownOfContacts): void =>
      contactsRoutes(base.route, { ...routeDeps, ...known }),
    /** The contact with a number, with its history, as those see it who see the contacts. */
    sheetOf:
      (known: Pick<KnownOfContacts, 'history' | 'outAmong'>) =>
      (sight: Sight, phoneNumber: string) =>
        sheetOfNumber({ contacts, groups, tags, ...known }, sight, phoneNumber),
    /** Features that read the members of a group in several steps. */
    dependents,
    /** Campaign history of a person, for the conditions of segments. */
    conditions,
    /** Called in the transaction that changes somebody's number. */
    onRenumbered: onRenumbered.add,
    contacts,
    lists,
    deletion,
    fields,
    filling,
    textIndexing,
    learnIdentity,
    learnResolved,
    networkNumbers,
    sheets,
  }
}

export type Contacts = ReturnType<typeof wireContacts>
