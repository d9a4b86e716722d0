import * as z from 'zod/mini'
import { call } from './call.ts'
import { Variant } from './campaign-variants.ts'
import { CampaignProgress, RecipientState } from './campaigns.ts'
import { Id, Moment, PageQuery, TimeZone } from './fields.ts'
import { MessageSpan } from './message-counts.ts'
import { CodedText } from './refusals.ts'
import { ScheduleType } from './schedule.ts'

/** Somebody in a campaign's ledger. */
export const LedgerPerson = z.object({
  id: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
  state: RecipientState,
  /** The letter of their wording; null where there is only one. */
  variant: z.nullable(z.string()),
  /** The name of the number they are written from; null before that. */
  from: z.nullable(z.string()),
  /** When they came into this state; null where nobody remembers, and while they wait. */
  at: z.nullable(Moment),
  /** When they first answered, within seven days of the message; null when they did not. */
  answeredAt: z.nullable(Moment),
  /** Where they stand and why, by its code in `ledgerTexts`. */
  sentence: CodedText,
})
export type LedgerPerson = z.infer<typeof LedgerPerson>

/** A reason that some people share. */
export const LedgerReason = z.object({
  /** As it narrows the list down. */
  reason: z.string(),
  state: RecipientState,
  people: z.int(),
  sentence: CodedText,
})
export type LedgerReason = z.infer<typeof LedgerReason>

/** What became of one of several wordings. */
export const VariantOutcome = z.extend(Variant, {
  /** A is the caption itself. */
  letter: z.string().check(z.regex(/^[A-Z]$/)),
  /** Its owner took it away after people were sent it. */
  removed: z.boolean(),
  /** Who was dealt it. Nobody who was written to while there was only one wording counts. */
  people: z.int(),
  /** Those it reached at least so far. */
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  /** Those who answered within seven days. */
  answered: z.int(),
  failed: z.int(),
})
export type VariantOutcome = z.infer<typeof VariantOutcome>

/** A campaign as its page shows it. */
export const CampaignReport = z.extend(CampaignProgress, {
  name: z.string(),
  deviceName: z.string(),
  deviceNumber: z.string(),
  /** The names of the numbers that send it beside this one. */
  alsoFrom: z.array(z.string()),
  groupName: z.string(),
  caption: z.string(),
  minIntervalSeconds: z.int(),
  maxIntervalSeconds: z.int(),
  campaignScheduleType: ScheduleType,
  timeZone: z.string(),
  /** When the first message left; null before. */
  startedAt: z.nullable(Moment),
  /** Messages that left in the last `paceSeconds`, by the minute. */
  perMinute: z.number(),
  /** The last five minutes, or as long as it has been sending. */
  paceSeconds: z.int(),
  /** Whom it reached and who has not answered: as many as the ledger lists of them. */
  notAnswered: z.int(),
  /** Of those who failed, whom a part of the message reached, at least so far. */
  partly: z.object({ sent: z.int(), delivered: z.int(), read: z.int() }),
  /** Messages that failed one after the other, up to the last one; a run of them pauses it. */
  failuresInARow: z.int(),
  /** How many people its number has written to today, and may; null for any number. */
  today: z.object({ used: z.int(), cap: z.nullable(z.int()) }),
  /** Until when the network lets nobody be written to who is held; null while nobody is. */
  heldUntil: z.nullable(Moment),
  /** The network has not said until when, so it may be later. */
  heldUntilIsGuess: z.boolean(),
  /** About when the last one leaves; null when that is not known, or all have. */
  endsAt: z.nullable(Moment),
  /** The campaign whose turn comes after this one on the same number. */
  behind: z.nullable(
    z.object({
      id: z.string(),
      name: z.string(),
      people: z.int(),
      scheduledAt: z.nullable(Moment),
    }),
  ),
  /** Why people failed or were passed over, the most first. */
  reasons: z.array(LedgerReason),
  /** By wording, A first; empty where there is only one. */
  variants: z.array(VariantOutcome),
  /** Whether their difference is more than chance, by code in `wordingTexts`. */
  comparison: z.array(CodedText),
})
export type CampaignReport = z.infer<typeof CampaignReport>

export const LedgerPage = z.object({
  items: z.array(LedgerPerson),
  /** Null on the last page. */
  next: z.nullable(z.string()),
})
export type LedgerPage = z.infer<typeof LedgerPage>

const CampaignParams = z.object({ campaignId: Id })

/** Which people are meant; left out, everybody. */
const LedgerFilter = z.object({
  state: z.optional(RecipientState),
  /** `yes`: who answered; `no`: whom it reached, and who did not. */
  answered: z.optional(z.enum(['yes', 'no'])),
  reason: z.optional(z.string().check(z.maxLength(100))),
  /** Part of a name or a number. */
  q: PageQuery.shape.q,
})

const LedgerQuery = z.extend(PageQuery, {
  ...LedgerFilter.shape,
  /** The positions (in an id, after the dot) of people to look at again; filters do not count. */
  at: z.optional(z.string().check(z.maxLength(1100), z.regex(/^\d{1,9}(,\d{1,9}){0,99}$/))),
})

export const campaignReport = call({
  method: 'GET',
  path: '/ledger/:campaignId',
  access: 'user',
  summary: 'A campaign with its funnel, its pace and its reasons',
  params: CampaignParams,
  status: 200,
  response: CampaignReport,
})

export const CampaignMessages = z.object({
  /** How long each span is; chosen so that there are not too many. */
  width: z.enum(['quarter', 'hour', 'day', 'week']),
  /** From the first message to the last that left or is expected, without gaps. */
  spans: z.array(
    z.extend(MessageSpan, {
      /** About how many more leave in this time; left out where none does. */
      expected: z.optional(z.int()),
    }),
  ),
})
export type CampaignMessages = z.infer<typeof CampaignMessages>

export const campaignMessages = call({
  method: 'GET',
  path: '/ledger/:campaignId/messages',
  access: 'user',
  summary: 'The messages of a campaign by when they left and by how they stand now',
  params: CampaignParams,
  query: z.object({ timeZone: z._default(TimeZone, 'UTC') }),
  status: 200,
  response: CampaignMessages,
})

export const listLedger = call({
  method: 'GET',
  path: '/ledger/:campaignId/people',
  access: 'user',
  summary: 'The people of a campaign with what became of each, in the order they are written to',
  params: CampaignParams,
  query: LedgerQuery,
  status: 200,
  response: LedgerPage,
})

const ExportFilter = z.extend(LedgerFilter, {
  /** Of the times in the file; left out, that of the campaign. */
  timeZone: z.optional(TimeZone),
})

/** Answers the file itself: UTF-8 with a byte order mark, so that Excel reads it. */
export const exportLedger = call({
  method: 'GET',
  path: '/ledger/:campaignId/export.csv',
  access: 'user',
  summary: 'The people of a campaign with what became of each, as a file',
  params: CampaignParams,
  query: ExportFilter,
  status: 200,
})

export const exportLedgerWorkbook = call({
  method: 'GET',
  path: '/ledger/:campaignId/export.xlsx',
  access: 'user',
  summary: 'The same as an Excel file',
  params: CampaignParams,
  query: ExportFilter,
  status: 200,
})
