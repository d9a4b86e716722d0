import type { Kysely } from 'kysely'
import { createAccounts } from './baseline/accounts.ts'
import { createCampaigns } from './baseline/campaigns.ts'
import { createChatbots } from './baseline/chatbots.ts'
import { createContacts } from './baseline/contacts.ts'
import { createDevices } from './baseline/devices.ts'
import { createMessages } from './baseline/messages.ts'
import { createTextSearch } from './baseline/text-search.ts'

/** The schema that the first 62 migrations made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createAccounts(db)
  await createDevices(db)
  await createContacts(db)
  await createCampaigns(db)
  await createMessages(db)
  await createChatbots(db)
  await createTextSearch(db)
}
