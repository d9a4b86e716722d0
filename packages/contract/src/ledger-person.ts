import * as z from 'zod/mini'
import { call } from './call.ts'
import { LedgerPerson, PersonSentence } from './campaign-ledger.ts'
import { RecipientState } from './campaigns.ts'
import { Id, Moment } from './fields.ts'
import { MediaFile } from './media.ts'
import { CodedText } from './refusals.ts'

/** A point in a person's timeline. */
export const LedgerStep = z.object({
  state: RecipientState,
  at: z.nullable(Moment),
  /** The reason of a failure or a skip; otherwise null. */
  sentence: z.nullable(PersonSentence),
})
export type LedgerStep = z.infer<typeof LedgerStep>

/** One stored message to a person. */
export const LedgerMessage = z.object({
  text: z.string(),
  file: z.nullable(MediaFile),
  state: z.enum(['pending', 'sent', 'delivered', 'read', 'failed', 'dropped']),
  /** The number of unanswered attempts. */
  attempts: z.int(),
})
export type LedgerMessage = z.infer<typeof LedgerMessage>

export const LedgerPersonDetails = z.extend(LedgerPerson, {
  steps: z.array(LedgerStep),
  messages: z.array(LedgerMessage),
  /** Their first answer, with empty text if it has none; null if it is not stored. */
  answer: z.nullable(z.object({ text: z.string(), at: Moment })),
  /**
   * Explains that some of it was removed or is not shown, by its code in `ledgerTexts`; otherwise
   * null.
   */
  removed: z.nullable(CodedText),
  /** When they opted out after a message; null if they did not, or came back. */
  optedOutAt: z.nullable(Moment),
})
export type LedgerPersonDetails = z.infer<typeof LedgerPersonDetails>

export const ledgerPerson = call({
  method: 'GET',
  path: '/ledger/:campaignId/people/:personId',
  needs: 'campaigns:read',
  summary: 'One person of a campaign with their timeline and messages',
  params: z.object({ campaignId: Id, personId: Id }),
  status: 200,
  response: LedgerPersonDetails,
})
