import * as z from 'zod/mini'
import { call } from './call.ts'
import { CampaignEstimate, EstimateForm } from './campaign-sending.ts'
import { Id, idField, Moment, TimeZone } from './fields.ts'
import { FormBoolean, formList, WebAddress } from './form-fields.ts'
import { issue } from './issues.ts'
import { CAMPAIGN_MEDIA_MAX, CAPTION_MAX_LENGTH, PREVIEW_DRAWS, VARIANTS_MAX } from './limits.ts'
import { NumberCheck } from './number-check.ts'
import { MessageLanguage, OptOutLine } from './opt-out-line.ts'
import { PersonNumber } from './person-number.ts'
import { CodedText } from './refusals.ts'

/** The form's fields of a message; an invalid link is a finding, not an error. */
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
  /** Increase it to get three other previews. */
  draw: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lt(PREVIEW_DRAWS)), 0),
})
export type PreflightForm = z.infer<typeof PreflightForm>

/** A person in a list of examples. */
export const PreflightPerson = z.object({ name: z.string(), phoneNumber: PersonNumber })
export type PreflightPerson = z.infer<typeof PreflightPerson>

/** How many people are left out for one reason, and the first of them. */
export const LeftOut = z.object({ people: z.int(), first: z.array(PreflightPerson) })
export type LeftOut = z.infer<typeof LeftOut>

/** People counts: `total` minus those left out is `reached`. */
export const PreflightPeople = z.object({
  total: z.int(),
  invalid: LeftOut,
  /** One number or one account twice; the first stays. */
  samePerson: LeftOut,
  optedOut: LeftOut,
  /** According to checks of the last days. */
  notOnWhatsApp: LeftOut,
  reached: z.int(),
  /** People counted in `reached` whose numbers were not checked recently. */
  unchecked: z.int(),
  /** People counted in `reached` who have never exchanged a message with this number. */
  neverWritten: z.int(),
  /** The last check of any of them; null without one. */
  checkedAt: z.nullable(Moment),
  /** The device it went through; empty without one. */
  checkedThrough: z.string(),
})
export type PreflightPeople = z.infer<typeof PreflightPeople>

/** A part of a text, in UTF-16 code units, that is a fallback for an unknown value. */
export const FallbackMark = z.object({ start: z.int(), end: z.int(), placeholder: z.string() })
export type FallbackMark = z.infer<typeof FallbackMark>

/** How the text reads for one recipient. */
export const PreflightPreview = z.object({
  /** Why this person is shown. */
  kind: z.enum(['plain', 'longest', 'missing']),
  /** The wording, as in the ledger: A, B and so on. */
  letter: z.string(),
  person: z.extend(PreflightPerson, {
    /** The values of their fields, by key. */
    fields: z.record(z.string(), z.string()),
    /** Stands for a hidden number in a test; left out where the number is shown. */
    sealed: z.optional(z.string()),
  }),
  text: z.string(),
  fallbacks: z.array(FallbackMark),
  /** The placeholders in this text that have no value for them. */
  missing: z.array(z.string()),
})
export type PreflightPreview = z.infer<typeof PreflightPreview>

/** A warning by its code in `preflightTexts`; none prevents sending. */
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

/** The progress of a device's number check. */
export const NumberCheckState = z.object({ check: z.nullable(NumberCheck) })
export type NumberCheckState = z.infer<typeof NumberCheckState>

const DeviceParams = z.object({ deviceId: idField('campaign_device_required') })

export const preflightCampaign = call({
  method: 'POST',
  path: '/campaigns/:deviceId/preflight',
  needs: 'campaigns:write',
  number: 'deviceId',
  needsNoRoom: true,
  summary: 'The people a campaign would reach, previews and warnings; saves nothing',
  params: DeviceParams,
  body: PreflightForm,
  status: 200,
  response: Preflight,
})

export const startNumberCheck = call({
  method: 'POST',
  path: '/campaigns/:deviceId/check-numbers',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Check, a few at a time, which people of a campaign are on WhatsApp',
  params: DeviceParams,
  body: z.object({
    contactGroupId: idField('campaign_group_required'),
    /** The campaign being edited. */
    campaignId: z.optional(Id),
    /** Checks numbers that were not on WhatsApp again, instead of unchecked ones. */
    absent: z._default(FormBoolean, false),
  }),
  status: 200,
  response: NumberCheckState,
})

export const stopNumberCheck = call({
  method: 'DELETE',
  path: '/campaigns/:deviceId/check-numbers',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Stop the number check of this device; results stay stored',
  params: DeviceParams,
  status: 200,
  response: NumberCheckState,
})

/** The form's message, for one person of its preview. */
export const TestForm = z.object({
  /** The person for whom it is composed, where numbers are hidden as `sealed` in their preview. */
  phoneNumber: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The campaign being edited. */
  campaignId: z.optional(Id),
  /** The wording they would get. */
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
  /** `unanswered`: the network did not answer; it is retried once automatically. */
  state: z.enum(['sent', 'unanswered']),
})
export type SentTest = z.infer<typeof SentTest>

export const sendTest = call({
  method: 'POST',
  path: '/campaigns/:deviceId/test',
  needs: 'campaigns:write',
  number: 'deviceId',
  summary: 'Send the message one person would get to the own number',
  params: DeviceParams,
  body: TestForm,
  file: { field: 'mediaFile', required: false },
  status: 200,
  response: SentTest,
})
