import type { ContactSheet } from '@kirim/contract/contact-sheet'
import type { Sight } from '../../platform/caller.ts'
import { DomainError } from '../../platform/errors.ts'
import type { PersonHistory } from './contacts.ports.ts'
import type { ContactsRepository } from './contacts.repository.ts'
import type { GroupsRepository } from './groups.repository.ts'
import { type PresentDeps, presentContacts } from './present-contact.ts'
import type { StoredContact } from './stored-contact.ts'

const CAMPAIGNS_SHOWN = 10

export interface SheetDeps extends PresentDeps {
  readonly contacts: ContactsRepository
  readonly groups: GroupsRepository
  readonly history: PersonHistory
}

/** Everything known about a contact. Throws `contact_not_found`. */
export async function contactSheet(
  deps: SheetDeps,
  sight: Sight,
  contactId: string,
): Promise<ContactSheet> {
  return sheetOf(deps, sight, await deps.contacts.require(sight.workspaceId, contactId))
}

/** Everything known about the contact with a number; null when there is none. */
export async function sheetOfNumber(
  deps: SheetDeps,
  sight: Sight,
  phoneNumber: string,
): Promise<ContactSheet | null> {
  const stored = await deps.contacts.withNumber(sight.workspaceId, phoneNumber)
  return stored && sheetOf(deps, sight, stored)
}

async function sheetOf(
  deps: SheetDeps,
  sight: Sight,
  stored: StoredContact,
): Promise<ContactSheet> {
  const { workspaceId } = sight
  const { id: contactId, phoneNumber } = stored
  const [contact] = await presentContacts(deps, workspaceId, [stored])
  if (!contact) throw new DomainError('contact_not_found')
  const campaigns = await deps.history.campaignsOf(sight, phoneNumber, CAMPAIGNS_SHOWN)
  return {
    contact,
    groups: await deps.groups.ofContact(workspaceId, contactId),
    campaigns: campaigns.newest,
    campaignCount: campaigns.count,
    changes: await deps.history.optOutChanges(sight, phoneNumber),
  }
}
