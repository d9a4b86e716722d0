import * as z from 'zod/mini'
import { call } from './call.ts'
import { LedgerPerson } from './campaign-ledger.ts'
import { RecipientState } from './campaigns.ts'
import { Id, Moment } from './fields.ts'
import { MediaFile } from './media.ts'
import { CodedText } from './refusals.ts'

/** A point in somebody's time line. */
export const LedgerStep = z.object({
  state: RecipientState,
  at: z.nullable(Moment),
  /** Why, with a failure or a skip; else null. */
  sentence: z.nullable(CodedText),
})
export type LedgerStep = z.infer<typeof LedgerStep>

/** One message to somebody, as it was written down. */
export const LedgerMessage = z.object({
  text: z.string(),
  file: z.nullable(MediaFile),
  state: z.enum(['pending', 'sent', 'delivered', 'read', 'failed', 'dropped']),
  /** How often the network did not answer. */
  attempts: z.int(),
})
export type LedgerMessage = z.infer<typeof LedgerMessage>

export const LedgerPersonDetails = z.extend(LedgerPerson, {
  steps: z.array(LedgerStep),
  messages: z.array(LedgerMessage),
  /** What they first answered, empty text where it has none; null where nothing is kept. */
  answer: z.nullable(z.object({ text: z.string(), at: Moment })),
  /** What is said where not all of it is kept any more, by its code in `ledgerTexts`; else null. */
  removed: z.nullable(CodedText),
  /** When they opted out after a message; null for who did not, or came back. */
  optedOutAt: z.nullable(Moment),
})
export type LedgerPersonDetails = z.infer<typeof LedgerPersonDetails>

export const ledgerPerson = call({
  method: 'GET',
  path: '/ledger/:campaignId/people/:personId',
  access: 'user',
  summary: 'One person of a campaign: their time line, and what they were sent',
  params: z.object({ campaignId: Id, personId: Id }),
  status: 200,
  response: LedgerPersonDetails,
})
