import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignEstimate, EstimateForm } from './campaign-sending.ts'
import { Id, idField, Moment, TimeZone } from './fields.ts'
import { FormBoolean, formList, WebAddress } from './form-fields.ts'
import { issue } from './issues.ts'
import { CAMPAIGN_MEDIA_MAX, CAPTION_MAX_LENGTH, PREVIEW_DRAWS, VARIANTS_MAX } from './limits.ts'
import { NumberCheck } from './number-check.ts'
import { MessageLanguage, OptOutLine } from './opt-out-line.ts'
import { CodedText } from './refusals.ts'

/** What a message is composed of, as the form has it; a wrong link is judged, not refused. */
const MessageFields = {
  caption: z._default(
    z.string().check(z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long'))),
    '',
  ),
  /** Further wordings. */
  variants: z._default(
    z
      .array(z.string().check(z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long'))))
      .check(z.maxLength(VARIANTS_MAX, issue('variants_too_many'))),
    [],
  ),
  enableLink: z._default(FormBoolean, false),
  urlLink: z._default(z.string().check(z.maxLength(2000), z.trim()), ''),
  optOutLine: z._default(OptOutLine, ''),
  language: z._default(MessageLanguage, 'en'),
  /** When editing: the file uploaded earlier stays. */
  keepMediaFile: z._default(FormBoolean, false),
}

/** The form as it stands, before it is saved. */
export const PreflightForm = z.extend(EstimateForm, {
  ...MessageFields,
  contactGroupId: idField('campaign_group_required'),
  mediaAttachments: z._default(
    z.array(Id).check(z.maxLength(CAMPAIGN_MEDIA_MAX, issue('campaign_too_many_media'))),
    [],
  ),
  /** A file is chosen that is uploaded when the campaign is saved. */
  hasUpload: z._default(FormBoolean, false),
  /** Counts up to show three others. */
  draw: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lt(PREVIEW_DRAWS)), 0),
})
export type PreflightForm = z.infer<typeof PreflightForm>

/** Somebody in a list of examples. */
export const PreflightPerson = z.object({ name: z.string(), phoneNumber: z.string() })
export type PreflightPerson = z.infer<typeof PreflightPerson>

/** How many people fall out for one reason, and the first of them. */
export const LeftOut = z.object({ people: z.int(), first: z.array(PreflightPerson) })
export type LeftOut = z.infer<typeof LeftOut>

/** The sum of people: `total` less those left out is `reached`. */
export const PreflightPeople = z.object({
  total: z.int(),
  invalid: LeftOut,
  /** One number or one account twice; the first stays. */
  samePerson: LeftOut,
  optedOut: LeftOut,
  /** As far as it was checked in the last days. */
  notOnWhatsApp: LeftOut,
  reached: z.int(),
  /** Of `reached`: nobody has looked whether they are on WhatsApp. */
  unchecked: z.int(),
  /** Of `reached`: this number has never written to them, nor they to it. */
  neverWritten: z.int(),
  /** The last check of any of them; null without one. */
  checkedAt: z.nullable(Moment),
  /** The number that it went through; empty without one. */
  checkedThrough: z.string(),
})
export type PreflightPeople = z.infer<typeof PreflightPeople>

/** A part of a text, in UTF-16 code units, that stands in for a value that is not known. */
export const FallbackMark = z.object({ start: z.int(), end: z.int(), placeholder: z.string() })
export type FallbackMark = z.infer<typeof FallbackMark>

/** How the text reads for one recipient. */
export const PreflightPreview = z.object({
  /** Why this person is shown. */
  kind: z.enum(['plain', 'longest', 'missing']),
  /** Of which wording, as in the ledger: A, B and so on. */
  letter: z.string(),
  person: z.extend(PreflightPerson, {
    /** What their fields say, by key. */
    fields: z.record(z.string(), z.string()),
  }),
  text: z.string(),
  fallbacks: z.array(FallbackMark),
  /** The placeholders in this text, as it was drawn, that have no value for them. */
  missing: z.array(z.string()),
})
export type PreflightPreview = z.infer<typeof PreflightPreview>

/** Something worth a look, by its code in `preflightTexts`; nothing of it prevents sending. */
export const PreflightFinding = z.extend(CodedText, { tone: z.enum(['warning', 'info']) })
export type PreflightFinding = z.infer<typeof PreflightFinding>

export const Preflight = z.object({
  people: PreflightPeople,
  estimate: CampaignEstimate,
  /** How many people a day the device may write to today; null without a cap. */
  dailyCap: z.nullable(z.int()),
  previews: z.array(PreflightPreview),
  findings: z.array(PreflightFinding),
  /** The check under way on this device; null without one. */
  check: z.nullable(NumberCheck),
})
export type Preflight = z.infer<typeof Preflight>

/** What is said of the numbers of a device while they are checked. */
export const NumberCheckState = z.object({ check: z.nullable(NumberCheck) })
export type NumberCheckState = z.infer<typeof NumberCheckState>

const DeviceParams = z.object({ deviceId: idField('campaign_device_required') })

export const preflightCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/preflight',
  access: 'user',
  needsNoRoom: true,
  summary: 'Whom a campaign would reach, how it reads and what is worth a look; saves nothing',
  params: DeviceParams,
  body: PreflightForm,
  status: 200,
  response: Preflight,
})

export const startNumberCheck = call({
  method: 'POST',
  path: '/campaigns/:deviceId/check-numbers',
  access: 'user',
  summary: 'Ask the network, a few at a time, which people of a campaign are on WhatsApp',
  params: DeviceParams,
  body: z.object({
    contactGroupId: idField('campaign_group_required'),
    /** The campaign being edited. */
    campaignId: z.optional(Id),
    /** Those who were absent when last asked, instead of those of whom nothing is known. */
    absent: z._default(FormBoolean, false),
  }),
  status: 200,
  response: NumberCheckState,
})

export const stopNumberCheck = call({
  method: 'DELETE',
  path: '/campaigns/:deviceId/check-numbers',
  access: 'user',
  summary: 'Ask no more numbers through this device; what is known stays known',
  params: DeviceParams,
  status: 200,
  response: NumberCheckState,
})

/** A message as the form has it, for one person of its preview. */
export const TestForm = z.object({
  /** The person for whom it is composed. */
  phoneNumber: z.string().check(z.minLength(1), z.maxLength(40)),
  /** The campaign being edited. */
  campaignId: z.optional(Id),
  /** The wording that they would read. */
  caption: z._default(
    z.string().check(z.maxLength(CAPTION_MAX_LENGTH, issue('caption_too_long'))),
    '',
  ),
  enableLink: z._default(FormBoolean, false),
  urlLink: z._default(z.pipe(z.string().check(z.trim(), z.maxLength(2000)), WebAddress), ''),
  optOutLine: z._default(OptOutLine, ''),
  language: z._default(MessageLanguage, 'en'),
  timeZone: z.optional(TimeZone),
  mediaAttachments: z.optional(formList(Id)),
  /** When editing: the file uploaded earlier. */
  keepMediaFile: z._default(FormBoolean, false),
})
export type TestForm = z.infer<typeof TestForm>

/** A test that was sent. */
export const SentTest = z.object({
  /** The number that it was sent to, which is the device's own. */
  phoneNumber: z.string(),
  at: Moment,
  /** Without an answer of the network, it is sent again by itself, once. */
  state: z.enum(['sent', 'unanswered']),
})
export type SentTest = z.infer<typeof SentTest>

export const sendTest = call({
  method: 'POST',
  path: '/campaigns/:deviceId/test',
  access: 'user',
  summary: 'Send a message of a campaign, as one person would get it, to the own number',
  params: DeviceParams,
  body: TestForm,
  file: { field: 'mediaFile', required: false },
  status: 200,
  response: SentTest,
})
