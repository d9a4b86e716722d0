import * as z from 'zod/mini'
import { Author } from './authors.ts'
import { call } from './call.ts'
import { RowError, WrittenMapping } from './contact-import.ts'
import { ContactDetails } from './contacts.ts'
import { IdParams, Moment, PageQuery, TimeZone } from './fields.ts'
import { issue } from './issues.ts'
import { ROW_ERRORS_MAX } from './limits.ts'
import { oneLineField, VISIBLE } from './names.ts'
import { PersonNumber } from './person-number.ts'

/** Words by which anybody opts out, and comes back; the owner's own stand beside the first. */
export const OPT_OUT_WORDS = ['STOP', 'BERHENTI', 'UNSUBSCRIBE', 'HENTIKAN'] as const
export const COME_BACK_WORDS = ['START', 'MULA', 'MULAI'] as const

export const OWN_WORDS_MAX = 50
export const OWN_WORD_MAX_LENGTH = 40
/** Changes shown per person; all are stored. */
export const OPT_OUT_CHANGES_MAX = 100
export const OPT_OUT_REASON_MAX_LENGTH = 500
export const OPT_OUT_ANSWER_MAX_LENGTH = 1000

/** By message, by hand, or by import. */
export const OptOutHow = z.enum(['message', 'owner', 'import'])
export type OptOutHow = z.infer<typeof OptOutHow>

/** Filters of the list: how a person opted out, or that they opted back in. */
export const OptOutStanding = z.enum([...OptOutHow.options, 'back'])
export type OptOutStanding = z.infer<typeof OptOutStanding>

/** One change: when, how, and through which message. */
export const OptOutChange = z.object({
  id: z.string(),
  /** `answered`: a person of the team answered their own later question. */
  change: z.enum(['out', 'back', 'answered']),
  how: OptOutHow,
  at: Moment,
  /** Their message; empty when it was by hand or by import. */
  word: z.string(),
  /** The owner's number that received the message; empty when there was none. */
  deviceName: z.string(),
  /** The campaign that messaged them last, which they probably answered; empty when none. */
  campaignName: z.string(),
  /** The owner's reason; empty when there is none. */
  reason: z.string(),
  /** The imported file; empty when there was none. */
  fileName: z.string(),
  /** Who changed it by hand or by import; omitted when it was by message or not recorded. */
  changedBy: z.optional(Author),
})
export type OptOutChange = z.infer<typeof OptOutChange>

/** A person who has opted out, or had. */
export const OptOut = z.object({
  id: z.string(),
  /** Their name in the owner's contacts, else their own; empty when neither is known. */
  name: z.string(),
  /** Digits; empty when the network reports only a LID. */
  phoneNumber: PersonNumber,
  /** Their username on the network, without its @; empty when unknown. */
  username: z._default(z.string(), ''),
  isContact: z.boolean(),
  standing: OptOutStanding,
  /** When they opted out, also after they opted back in. */
  since: Moment,
  /** The last change. */
  last: OptOutChange,
})
export type OptOut = z.infer<typeof OptOut>

export const OptOutCounts = z.record(OptOutStanding, z.int())
export type OptOutCounts = z.infer<typeof OptOutCounts>

export const OptOutPage = z.object({
  items: z.array(OptOut),
  /** The cursor of the next page; null on the last page. */
  next: z.nullable(z.string()),
  /** The counts of the whole list, regardless of filters. */
  counts: OptOutCounts,
})
export type OptOutPage = z.infer<typeof OptOutPage>

/** Ignores punctuation around the word. */
const NO_COME_BACK_WORD = new RegExp(
  `^(?![^\\p{L}\\p{N}]*(?:${COME_BACK_WORDS.join('|')})[^\\p{L}\\p{N}]*$)`,
  'iu',
)

export const OptOutSettings = z.object({
  /** The owner's own words; each must be the whole message, in any case. */
  words: z
    .array(
      oneLineField(issue('opt_out_word_too_long')).check(
        z.regex(VISIBLE, issue('opt_out_word_empty')),
        z.regex(NO_COME_BACK_WORD, issue('opt_out_word_back')),
        z.maxLength(OWN_WORD_MAX_LENGTH, issue('opt_out_word_too_long')),
      ),
    )
    .check(z.maxLength(OWN_WORDS_MAX, issue('opt_out_words_too_many'))),
  /** The confirmation, sent once to a person who opts out by message; empty for none. */
  answer: z.string().check(z.trim(), z.maxLength(OPT_OUT_ANSWER_MAX_LENGTH)),
  /** Whether new campaigns end with a line about opting out. */
  lineByDefault: z.boolean(),
})
export type OptOutSettings = z.infer<typeof OptOutSettings>

export const OptOutReason = z.string().check(z.trim(), z.maxLength(OPT_OUT_REASON_MAX_LENGTH))

/** An opt-out by hand, for example of someone who asked at the counter. */
export const NewOptOut = z.object({
  phoneNumber: ContactDetails.shape.phoneNumber,
  reason: z._default(OptOutReason, ''),
})
export type NewOptOut = z.infer<typeof NewOptOut>

export const OptOutRemoval = z.object({
  reason: OptOutReason.check(z.regex(VISIBLE, issue('opt_out_reason_required'))),
})
export type OptOutRemoval = z.infer<typeof OptOutRemoval>

export const OptOutImport = z.object({
  message: z.string(),
  added: z.int(),
  /** People who had already opted out. */
  known: z.int(),
  /** Rows with 'no' under 'Opted out', as an export marks people who opted back in. */
  passedOver: z.int(),
  refused: z.int(),
  /** The first of the refused rows. */
  errors: z.array(RowError).check(z.maxLength(ROW_ERRORS_MAX)),
})
export type OptOutImport = z.infer<typeof OptOutImport>

const OptOutQuery = z.extend(PageQuery, { standing: z.optional(OptOutStanding) })

export const listOptOuts = call({
  method: 'GET',
  path: '/opt-outs',
  needs: 'opt-outs:read',
  summary: 'Who is left alone, and who came back, the last change first',
  query: OptOutQuery,
  status: 200,
  response: OptOutPage,
})

export const addOptOut = call({
  method: 'POST',
  path: '/opt-outs',
  needs: 'opt-outs:write',
  needsNoRoom: true,
  summary: 'Leave somebody alone from now on',
  body: NewOptOut,
  status: 201,
  response: OptOut,
})

export const importOptOuts = call({
  method: 'POST',
  path: '/opt-outs/import',
  needs: 'opt-outs:write',
  summary: 'Leave everybody in a spreadsheet alone, except who came back; takes nobody back',
  body: z.object({
    /** The use of each column and the reading options; detected by default. */
    mapping: z.optional(WrittenMapping),
  }),
  file: { field: 'file', required: true },
  status: 200,
  response: OptOutImport,
})

export const removeOptOut = call({
  method: 'POST',
  path: '/opt-outs/:id/remove',
  needs: 'opt-outs:write',
  summary: 'Write to somebody again, with the reason for it',
  params: IdParams,
  body: OptOutRemoval,
  status: 200,
  response: OptOut,
})

export const listOptOutChanges = call({
  method: 'GET',
  path: '/opt-outs/:id/changes',
  needs: 'opt-outs:read',
  summary: 'The changes of one person, the newest first, at most 100',
  params: IdParams,
  status: 200,
  response: z.array(OptOutChange).check(z.maxLength(OPT_OUT_CHANGES_MAX)),
})

const ExportQuery = z.object({
  standing: z.optional(OptOutStanding),
  /** For the times in the file; by default they are ISO 8601 in UTC. */
  timeZone: z.optional(TimeZone),
})

/** The response is the file: UTF-8 with a byte order mark, so that Excel reads it. */
export const exportOptOuts = call({
  method: 'GET',
  path: '/opt-outs/export.csv',
  needs: 'opt-outs:export',
  summary: 'Who is left alone and who came back, as a file',
  query: ExportQuery,
  status: 200,
})

export const exportOptOutsWorkbook = call({
  method: 'GET',
  path: '/opt-outs/export.xlsx',
  needs: 'opt-outs:export',
  summary: 'The same as an Excel file',
  query: ExportQuery,
  status: 200,
})

export const loadOptOutSettings = call({
  method: 'GET',
  path: '/opt-outs/settings',
  needs: 'opt-outs:read',
  summary: 'The words by which people opt out, and what they are answered',
  status: 200,
  response: OptOutSettings,
})

export const saveOptOutSettings = call({
  method: 'PUT',
  path: '/opt-outs/settings',
  needs: 'opt-outs:write',
  summary: 'Change the words by which people opt out, and what they are answered',
  body: OptOutSettings,
  status: 200,
  response: OptOutSettings,
})
