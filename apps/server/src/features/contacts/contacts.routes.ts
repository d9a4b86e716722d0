import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import { loadContactSheet } from '@kirim/contract/contact-sheet'
import {
  contactUse,
  createContact,
  createGroup,
  deleteContact,
  deleteGroup,
  exportContacts,
  exportContactsWorkbook,
  groupUse,
  listContacts,
  listGroupContacts,
  listGroups,
  removeFromGroup,
  renameGroup,
  updateContact,
} from '@kirim/contract/contacts'
import type { FastifyReply } from 'fastify'
import { DomainError, refusedField } from '../../platform/errors.ts'
import { exportTable } from '../../platform/export/export-table.ts'
import type { Route } from '../../platform/http/routes.ts'
import { listInPages } from '../../platform/http/streamed.ts'
import { newId } from '../../platform/ids.ts'
import { addContact } from './add-contact.ts'
import { cleanName } from './contact-columns.ts'
import type { ContactListsRepository } from './contact-lists.repository.ts'
import { contactSheet } from './contact-sheet.ts'
import type {
  AdmitPlaces,
  CarryOptOut,
  ContactUses,
  CountryOf,
  LastMomentsOf,
  LeaveCampaigns,
  OutAmong,
  PersonHistory,
  ReserveQuota,
} from './contacts.ports.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import type { ContactDeletion } from './deletion.ts'
import { type DetailsDeps, detailsRoutes } from './details/details.routes.ts'
import { contactsTable } from './export-contacts.ts'
import type { GroupsRepository, StoredGroup } from './groups.repository.ts'
import { type ImportDeps, importRoutes } from './import/import.routes.ts'
import { type ContactPage, listContacts as readContacts } from './list-contacts.ts'
import { presentGroup } from './present-contact.ts'
import { type SegmentDeps, segmentsRoutes } from './segments/segments.routes.ts'
import { type SelectionDeps, selectionRoutes } from './selection/selection.routes.ts'
import { updateContact as changeContact } from './update-contact.ts'

export interface ContactsDeps extends DetailsDeps, ImportDeps, SegmentDeps, SelectionDeps {
  readonly contacts: ContactsRepository
  readonly deletion: ContactDeletion
  readonly lists: ContactListsRepository
  readonly groups: GroupsRepository
  readonly countryOf: CountryOf
  readonly uses: ContactUses
  readonly leaveCampaigns: LeaveCampaigns
  readonly history: PersonHistory
  readonly outAmong: OutAmong
  readonly lastMoments: LastMomentsOf
  readonly carryOptOut: CarryOptOut
  readonly reserve: ReserveQuota
  readonly admitPlaces: AdmitPlaces
}

export function contactsRoutes(route: Route, deps: ContactsDeps): void {
  const { contacts, groups, selected, uses, realtime } = deps
  const changed = (workspaceId: string) => realtime.toWorkspace(workspaceId, 'contacts_changed')
  detailsRoutes(route, deps)
  importRoutes(route, deps)
  segmentsRoutes(route, deps)
  selectionRoutes(route, deps)

  route(listContacts, async ({ caller, query, reply }) =>
    sendPage(reply, await readContacts(deps, caller, { ...query, groupId: null })),
  )

  route(listGroupContacts, async ({ caller, params, query, reply }) => {
    await groups.require(caller.workspaceId, params.id)
    if (!query.cursor) await deps.filling.refreshForList(params.id)
    return sendPage(reply, await readContacts(deps, caller, { ...query, groupId: params.id }))
  })

  for (const [spec, format] of [
    [exportContacts, 'csv'],
    [exportContactsWorkbook, 'xlsx'],
  ] as const) {
    route(spec, async ({ caller, query, reply }) => {
      const { groupId = null, ...question } = query
      if (groupId !== null) {
        await groups.require(caller.workspaceId, groupId)
        await deps.filling.refresh(groupId)
      }
      const table = await contactsTable(deps, caller, { ...question, groupId })
      return exportTable(reply, format, table)
    })
  }

  route(createContact, async ({ caller, body }) => {
    const contact = await addContact(deps, caller.workspaceId, body)
    changed(caller.workspaceId)
    return contact
  })

  route(updateContact, async ({ caller, params, body }) => {
    const contact = await changeContact(deps, caller, params.id, body)
    changed(caller.workspaceId)
    if (body.phoneNumber !== undefined) realtime.toWorkspace(caller.workspaceId, 'opt_outs_changed')
    return contact
  })

  route(loadContactSheet, ({ caller, params }) => contactSheet(deps, caller, params.id))

  route(contactUse, async ({ caller, params }) =>
    uses.ofPerson(caller, await contacts.numberOf(caller.workspaceId, params.id)),
  )

  // Leaving campaigns comes last, so that a campaign being saved cannot add the contact again.
  route(deleteContact, async ({ caller: { workspaceId }, params: { id }, query }) => {
    const [phoneNumber] = await selected.delete(workspaceId, [id])
    if (phoneNumber === undefined) throw new DomainError('contact_not_found')
    if (query.leaveCampaigns) await deps.leaveCampaigns(workspaceId, phoneNumber)
    changed(workspaceId)
    return { message: 'Contact deleted.' }
  })

  route(
    removeFromGroup,
    async ({ caller: { workspaceId }, params: { groupId, contactId }, query }) => {
      await groups.requireFilledByHand(workspaceId, groupId)
      const phoneNumber = await contacts.numberOf(workspaceId, contactId)
      const left = await selected.leave(workspaceId, [contactId], groupId)
      if (left === 0) throw new DomainError('contact_not_found')
      if (query.leaveCampaigns) await deps.leaveCampaigns(workspaceId, phoneNumber)
      changed(workspaceId)
      return { message: 'Contact removed from the group.' }
    },
  )

  route(listGroups, async ({ caller }) => {
    deps.filling.refreshCounts(caller.workspaceId)
    return listInPages(presentGroups(groups.list(caller.workspaceId)))
  })

  route(createGroup, async ({ caller, body }) => {
    const group = { id: newId(), name: readGroupName(body.groupName) }
    const stored = await groups.insert(caller.workspaceId, group, deps.clock.now())
    changed(caller.workspaceId)
    return presentGroup(stored)
  })

  route(renameGroup, async ({ caller, params, body }) => {
    const name = readGroupName(body.groupName)
    const group = await groups.update(caller.workspaceId, params.id, { name })
    changed(caller.workspaceId)
    return presentGroup(group)
  })

  route(groupUse, async ({ caller, params }) => {
    await groups.require(caller.workspaceId, params.id)
    return uses.ofGroup(caller, params.id)
  })

  route(deleteGroup, async ({ caller, params }) => {
    await deps.deletion.group(caller.workspaceId, params.id)
    changed(caller.workspaceId)
    return { message: 'Group deleted.' }
  })
}

/** The message for an empty name is that text alone [5.group.empty]. */
function readGroupName(written = ''): string {
  const name = cleanName(written)
  if (!name) throw refusedField('group_name_empty', ['groupName'])
  return name
}

async function* presentGroups(pages: AsyncIterable<StoredGroup[]>) {
  for await (const page of pages) yield page.map(presentGroup)
}

function sendPage(reply: FastifyReply, page: ContactPage) {
  if (page.total !== null) reply.header(TOTAL_COUNT_HEADER, page.total)
  if (page.next !== null) reply.header(NEXT_CURSOR_HEADER, page.next)
  return listInPages(page.pages)
}
