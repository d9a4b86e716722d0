import type { BulkCampaign } from '@kirim/contract/campaigns'
import { INTERVAL_SECONDS } from '@kirim/contract/limits'
import { MessageLanguage, OptOutLine } from '@kirim/contract/opt-out-line'
import { BulkCampaignForm } from '@kirim/contract/save-campaign'
import { HOURS_BY_SCHEDULE, ScheduleType } from '@kirim/contract/schedule'
import * as z from 'zod/mini'
import { type FieldIssue, fieldIssue, fieldIssues, ownIssue } from '#shared/forms/field-issue.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import type { MediaChoice } from '../media/media-choice.ts'

/** The values of the bulk form, without its media (`MediaChoice`); also stored as a draft. */
export const CampaignValues = z.object({
  deviceId: z.string(),
  /** Further devices that send it. */
  alsoFrom: z.array(z.string()),
  campaignName: z.string(),
  contactGroupId: z.string(),
  caption: z.string(),
  /** Variations of the caption; one without a letter is new. */
  variants: z.array(z.object({ letter: z.optional(z.string()), caption: z.string() })),
  enableLink: z.boolean(),
  urlLink: z.string(),
  /** The language of greetings and of the names of days and months. */
  language: MessageLanguage,
  /** The language of the opt-out line; '' for no line. */
  optOutLine: OptOutLine,
  /** A `datetime-local` value in the browser's zone; '' to send as soon as possible. */
  scheduledAt: z.string(),
  minIntervalSeconds: z.number(),
  maxIntervalSeconds: z.number(),
  campaignScheduleType: ScheduleType,
  statusEnabled: z.boolean(),
})
export type CampaignValues = z.infer<typeof CampaignValues>

/** The select value for a deleted group, whose people the campaign keeps. */
export const DELETED_GROUP = 'deleted-group'

/** The form's value for the group a campaign was saved with. */
export function groupOf(campaign: Pick<BulkCampaign, 'contactGroupId'>): string {
  return campaign.contactGroupId ?? DELETED_GROUP
}

export function newCampaignValues(
  deviceId: string,
  language: MessageLanguage = 'en',
  optOutLine: OptOutLine = '',
): CampaignValues {
  return {
    deviceId,
    alsoFrom: [],
    campaignName: '',
    contactGroupId: '',
    caption: '',
    variants: [],
    enableLink: false,
    urlLink: '',
    language,
    optOutLine,
    scheduledAt: '',
    minIntervalSeconds: INTERVAL_SECONDS.defaultMin,
    maxIntervalSeconds: INTERVAL_SECONDS.defaultMax,
    campaignScheduleType: 'anytime',
    statusEnabled: true,
  }
}

export function valuesOf(campaign: BulkCampaign): CampaignValues {
  return CampaignValues.parse({
    ...campaign,
    contactGroupId: groupOf(campaign),
    scheduledAt: campaign.scheduledAt ? localMoment(campaign.scheduledAt) : '',
  })
}

type FormInput = z.input<typeof BulkCampaignForm>

type MediaField = 'mediaAttachments' | 'keepMediaFile'

/** The server stores the default of an omitted field, so only media fields may be omitted. */
export type CampaignBody = Required<Omit<FormInput, MediaField>> & Pick<FormInput, MediaField>

/**
 * Fields that are part of the form's state [3.bulk.unused] and of the request [7.bulk.unused], but
 * have no effect.
 */
const UNUSED_STATE = { aiAgentTraining: '', useAI: false, presenceDelay: 0 } as const

interface BodyOptions {
  editing: boolean
  /** The IANA time zone of the active hours. */
  timeZone: string
}

/** The text fields of a save [7.bulk.form]; a chosen file is sent beside them. */
export function bodyOf(
  values: CampaignValues,
  media: MediaChoice,
  { editing, timeZone }: BodyOptions,
): CampaignBody {
  const { deviceId: _inThePath, scheduledAt, urlLink, ...fields } = values
  return {
    ...fields,
    ...UNUSED_STATE,
    campaignType: 'bulk',
    alsoFrom: JSON.stringify(values.alsoFrom.filter((id) => id !== values.deviceId)),
    variants: JSON.stringify(values.variants),
    // An incomplete address is dropped while the link is switched off.
    urlLink: values.enableLink || isWebAddress(urlLink) ? urlLink.trim() : '',
    scheduledAt: isoMoment(scheduledAt),
    campaignScheduleDetails: JSON.stringify(HOURS_BY_SCHEDULE[values.campaignScheduleType]),
    timeZone,
    ...mediaFields(media, editing),
  }
}

function mediaFields(media: MediaChoice, editing: boolean): Pick<FormInput, MediaField> {
  switch (media.kind) {
    case 'library':
      return { mediaAttachments: [...media.ids] }
    case 'kept':
      return { keepMediaFile: true }
    case 'upload':
      return {}
    case 'none':
      return editing ? { mediaAttachments: [] } : {}
  }
}

export type CampaignProblems = Partial<Record<keyof CampaignValues, FieldIssue>>

/**
 * Validates a campaign by the contract's rules, which the server also applies; returns the problems
 * by field. A past time is refused unless it is the saved one, because the campaign would be sent
 * at once.
 */
export function problemsOf(
  values: CampaignValues,
  savedTime = values.scheduledAt,
): CampaignProblems {
  const problems: CampaignProblems = {}
  const body = bodyOf(values, { kind: 'none' }, { editing: false, timeZone: 'UTC' })
  for (const [field, found] of fieldIssues(BulkCampaignForm.safeParse(body).error)) {
    if (isField(values, field)) problems[field] = found
  }
  if (!values.deviceId) problems.deviceId = fieldIssue('campaign_device_required')
  if (values.scheduledAt && !isMoment(values.scheduledAt)) {
    problems.scheduledAt = fieldIssue('campaign_time_unreadable')
  } else if (values.scheduledAt !== savedTime && isPast(values.scheduledAt)) {
    problems.scheduledAt = ownIssue(
      textKey('This time has passed. Choose a later time, or leave empty to send at once.'),
    )
  }
  if (values.enableLink && !values.urlLink.trim()) {
    problems.urlLink = fieldIssue('web_address_invalid')
  }
  return problems
}

/** The current minute does not count as past. */
function isPast(local: string): boolean {
  return Date.parse(local) < Date.now() - 60_000
}

function isField(values: CampaignValues, name: string): name is keyof CampaignValues {
  return name in values
}

function isWebAddress(text: string): boolean {
  return /^\s*https?:\/\//.test(text) && URL.canParse(text)
}

/** A `datetime-local` value; ISO 8601 years have four digits. */
export const LATEST_MOMENT = '9999-12-30T23:59'

/** Whether a local time can be sent as ISO 8601. */
function isMoment(local: string): boolean {
  const moment = new Date(local)
  return !Number.isNaN(moment.getTime()) && moment.getUTCFullYear() <= 9999
}

/**
 * "2026-11-27T07:00" in the browser's zone → ISO 8601 in UTC; '' stays ''. An invalid value stays
 * unchanged for the server to refuse, because '' would send at once.
 */
export function isoMoment(local: string): string {
  return local && isMoment(local) ? new Date(local).toISOString() : local
}

/** ISO 8601 → "2026-11-27T07:00" in the browser's zone. */
export function localMoment(iso: string): string {
  const moment = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const year = String(moment.getFullYear()).padStart(4, '0')
  const date = [year, two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${date}T${two(moment.getHours())}:${two(moment.getMinutes())}`
}
