import * as z from 'zod/mini'
import { call } from './call.ts'
import { Variant } from './campaign-variants.ts'
import { CampaignAuthors, CampaignProgress, RecipientState } from './campaigns.ts'
import { Id, Moment, PageQuery, TimeZone } from './fields.ts'
import { MessageSpan } from './message-counts.ts'
import { PersonNumber, PersonParams } from './person-number.ts'
import { CodedText } from './refusals.ts'
import { ScheduleType } from './schedule.ts'

/** A text that may name another person's number. */
export const PersonSentence = z.extend(CodedText, { params: PersonParams })

/** A person in a campaign's ledger. */
export const LedgerPerson = z.object({
  id: z.string(),
  name: z.string(),
  phoneNumber: PersonNumber,
  state: RecipientState,
  /** The letter of their wording; null where there is only one. */
  variant: z.nullable(z.string()),
  /** The name of the number they are written from; null before that. */
  from: z.nullable(z.string()),
  /** When they entered this state; null if that was not recorded, and while they wait. */
  at: z.nullable(Moment),
  /** When they first answered, within seven days of the message; null when they did not. */
  answeredAt: z.nullable(Moment),
  /** Explains the state, by its code in `ledgerTexts`. */
  sentence: PersonSentence,
})
export type LedgerPerson = z.infer<typeof LedgerPerson>

/** A reason and how many people have it. */
export const LedgerReason = z.object({
  /** The value for the list's filter. */
  reason: z.string(),
  state: RecipientState,
  people: z.int(),
  sentence: CodedText,
})
export type LedgerReason = z.infer<typeof LedgerReason>

/** The outcome of one of several wordings. */
export const VariantOutcome = z.extend(Variant, {
  /** A is the caption itself. */
  letter: z.string().check(z.regex(/^[A-Z]$/)),
  /** Its owner removed it after people received it. */
  removed: z.boolean(),
  /** People who were assigned it, without those written to while there was only one wording. */
  people: z.int(),
  /** People it reached, by how far it came. */
  sent: z.int(),
  delivered: z.int(),
  read: z.int(),
  /** People who answered within seven days. */
  answered: z.int(),
  failed: z.int(),
})
export type VariantOutcome = z.infer<typeof VariantOutcome>

/** The data of a campaign's page. */
export const CampaignReport = z.extend(CampaignProgress, {
  ...CampaignAuthors.shape,
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
  /** People it reached who have not answered, as in the ledger's filter. */
  notAnswered: z.int(),
  /** Failed people who received a part of the message, by how far it came. */
  partly: z.object({ sent: z.int(), delivered: z.int(), read: z.int() }),
  /** The current number of failures in a row; too many pause the campaign. */
  failuresInARow: z.int(),
  /** How many people its number has written to today, and its cap; null without a cap. */
  today: z.object({ used: z.int(), cap: z.nullable(z.int()) }),
  /** The end of the limit that held people wait for; null while nobody is held. */
  heldUntil: z.nullable(Moment),
  /** The network has not announced the end, so it may be later. */
  heldUntilIsGuess: z.boolean(),
  /** Estimated time of the last message; null when unknown, or when all have left. */
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
  /** Why people failed or were skipped, the most frequent first. */
  reasons: z.array(LedgerReason),
  /** The outcomes of the wordings, A first; empty if there is only one wording. */
  variants: z.array(VariantOutcome),
  /** Whether their difference is more than chance, by code in `wordingTexts`. */
  comparison: z.array(CodedText),
})
export type CampaignReport = z.infer<typeof CampaignReport>

export const LedgerPage = z.object({
  items: z.array(LedgerPerson),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
})
export type LedgerPage = z.infer<typeof LedgerPage>

const CampaignParams = z.object({ campaignId: Id })

/** Filters of the people; all optional. */
const LedgerFilter = z.object({
  state: z.optional(RecipientState),
  /** `yes`: answered; `no`: reached and not answered. */
  answered: z.optional(z.enum(['yes', 'no'])),
  reason: z.optional(z.string().check(z.maxLength(100))),
  /** Part of a name or a number; of a name to callers from whom phone numbers are hidden. */
  q: PageQuery.shape.q,
})

const LedgerQuery = z.extend(PageQuery, {
  ...LedgerFilter.shape,
  /** Positions (in an id, after the dot) of people to load again; ignores the filters. */
  at: z.optional(z.string().check(z.maxLength(1100), z.regex(/^\d{1,9}(,\d{1,9}){0,99}$/))),
})

export const campaignReport = call({
  method: 'GET',
  path: '/ledger/:campaignId',
  needs: 'campaigns:read',
  summary: 'A campaign with its funnel, its pace and its reasons',
  params: CampaignParams,
  status: 200,
  response: CampaignReport,
})

export const CampaignMessages = z.object({
  /** How long each span is; chosen so that there are not too many. */
  width: z.enum(['quarter', 'hour', 'day', 'week']),
  /** From the first message to the last sent or expected one, without gaps. */
  spans: z.array(
    z.extend(MessageSpan, {
      /** About how many more leave in this time; omitted for none. */
      expected: z.optional(z.int()),
    }),
  ),
})
export type CampaignMessages = z.infer<typeof CampaignMessages>

export const campaignMessages = call({
  method: 'GET',
  path: '/ledger/:campaignId/messages',
  needs: 'campaigns:read',
  summary: 'The messages of a campaign over time, by their current state',
  params: CampaignParams,
  query: z.object({ timeZone: z._default(TimeZone, 'UTC') }),
  status: 200,
  response: CampaignMessages,
})

export const listLedger = call({
  method: 'GET',
  path: '/ledger/:campaignId/people',
  needs: 'campaigns:read',
  summary: 'The people of a campaign with their outcomes, in the order they are written to',
  params: CampaignParams,
  query: LedgerQuery,
  status: 200,
  response: LedgerPage,
})

const ExportFilter = z.extend(LedgerFilter, {
  /** The time zone of the times in the file; defaults to that of the campaign. */
  timeZone: z.optional(TimeZone),
})

/** Answers the file itself: UTF-8 with a byte order mark, so that Excel reads it. */
export const exportLedger = call({
  method: 'GET',
  path: '/ledger/:campaignId/export.csv',
  needs: 'campaigns:export',
  summary: 'The people of a campaign with their outcomes, as a CSV file',
  params: CampaignParams,
  query: ExportFilter,
  status: 200,
})

export const exportLedgerWorkbook = call({
  method: 'GET',
  path: '/ledger/:campaignId/export.xlsx',
  needs: 'campaigns:export',
  summary: 'The people of a campaign with their outcomes, as an Excel file',
  params: CampaignParams,
  query: ExportFilter,
  status: 200,
})
