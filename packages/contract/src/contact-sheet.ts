import * as z from 'zod/mini'
import { call } from './call.ts'
import { LedgerPerson } from './campaign-ledger.ts'
import { Contact } from './contacts.ts'
import { IdParams } from './fields.ts'
import { OptOutChange } from './opt-outs.ts'

/** A contact's state in one campaign. */
export const PersonCampaign = z.object({
  campaignId: z.string(),
  campaignName: z.string(),
  /** The campaign was never started. */
  isDraft: z._default(z.boolean(), false),
  person: LedgerPerson,
})
export type PersonCampaign = z.infer<typeof PersonCampaign>

/** Everything known about a contact. */
export const ContactSheet = z.object({
  contact: Contact,
  groups: z.array(z.object({ _id: z.string(), groupName: z.string(), isSegment: z.boolean() })),
  /** The newest campaigns they are in. */
  campaigns: z.array(PersonCampaign),
  /** The total number of campaigns they are in. */
  campaignCount: z.int(),
  /** Opt-out changes, newest first; empty when there are none. */
  changes: z.array(OptOutChange),
})
export type ContactSheet = z.infer<typeof ContactSheet>

export const loadContactSheet = call({
  method: 'GET',
  path: '/contacts/:id/sheet',
  needs: 'contacts:read',
  summary: 'A contact with groups, campaigns and consent',
  params: IdParams,
  status: 200,
  response: ContactSheet,
})
