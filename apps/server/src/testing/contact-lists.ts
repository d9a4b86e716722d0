import {
  type ContactListsRepository,
  createContactListsRepository,
} from '../features/contacts/contact-lists.repository.ts'
import { createQuotasRepository } from '../features/quotas/quotas.repository.ts'
import type { Db } from '../platform/database/database.ts'

/** The contact lists of a database, with the app's counts. */
export function contactListsOn(db: Db): ContactListsRepository {
  return createContactListsRepository(db, createQuotasRepository(db).contactsOf)
}
