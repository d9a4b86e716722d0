import type { PreflightFinding, PreflightForm } from '@kirim/contract/campaign-preflight'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import type { PreflightCode } from '@kirim/contract/preflight-texts'
import type { ErrorParams } from '@kirim/contract/refusals'
import { zonedClock } from '@kirim/message-template/zoned-clock'
import { isoOrNull } from '../../../platform/clock.ts'
import type { CourseDeps } from '../estimate/estimate-course.ts'
import type { WorkSpan } from '../estimate/simulate-queue.ts'
import type { LinkFinding, LiteralPart } from './check-texts.ts'

/**
 * This many identical first messages get a number limited; fewer are what people send by hand.
 */
const COLD_MANY = 50

/** The current state of a sending device. */
export interface SendingDevice {
  readonly name: string
  readonly isOffline: boolean
  /** The end of its limit of new chats; null without one. */
  readonly limitedUntil: string | null
  /** The network itself announced the end. */
  readonly isLimitNamed: boolean
}

interface Facts {
  readonly form: Pick<PreflightForm, 'caption' | 'urlLink' | 'enableLink' | 'hasUpload'>
  /** The number of different texts it can produce. */
  readonly wordings: number
  /** Files of the library, and the uploaded one that stays. */
  readonly files: { readonly chosen: number; readonly missing: number }
  readonly people: { readonly reached: number; readonly neverWritten: number }
  /** It would take more than a year. */
  readonly neverEnds: boolean
  /** Whether people would get it at night, and when it starts. */
  readonly night: { readonly code: ReturnType<typeof nightOf>; readonly startsAt: string | null }
  /** The sending devices. */
  readonly devices: readonly SendingDevice[]
  /** The text is cut off in one of the previews. */
  readonly isCut: boolean
  readonly links: readonly LinkFinding[]
  readonly literal: readonly LiteralPart[]
  /** How many lack each placeholder. */
  readonly lacking: ReadonlyMap<string, number>
}

/** Warnings before sending, the most important first. */
export function findFindings(facts: Facts): PreflightFinding[] {
  const { form, files, people, links } = facts
  const devices = people.reached > 0 ? facts.devices : []
  const isText = form.caption.trim() !== '' || (form.enableLink && form.urlLink !== '')
  const isMedia = form.hasUpload || files.chosen > 0
  const isCold = people.neverWritten >= COLD_MANY && facts.wordings === 1
  return [
    ...when(!isText && !isMedia, 'text_empty'),
    ...when(files.missing > 0, 'files_missing', { n: files.missing }),
    ...devices.flatMap(({ name, isOffline }) =>
      when(isOffline, 'number_offline', { device: name }),
    ),
    ...devices.flatMap(({ name, limitedUntil: at, isLimitNamed }) => {
      const code = isLimitNamed ? 'number_limited' : 'number_limited_guess'
      return at === null ? [] : when(true, code, { device: name, at })
    }),
    ...nightFindings(facts),
    ...when(people.reached > 0 && facts.neverEnds, 'never_ends'),
    ...when(isText && isCold, 'one_wording', { people: people.neverWritten }),
    ...links.flatMap(({ code, link }) => when(true, code, { link })),
    ...facts.literal.flatMap(({ code, ...params }) => when(true, code, params)),
    ...when(facts.isCut, 'text_too_long', { max: MESSAGE_MAX_LENGTH }),
    ...[...facts.lacking].map(([placeholder, lack]): PreflightFinding => {
      return { code: 'field_empty', params: { placeholder, people: lack }, tone: 'info' }
    }),
  ]
}

function nightFindings({ people, night: { code, startsAt } }: Facts): PreflightFinding[] {
  if (people.reached === 0 || code === null || startsAt === null) return []
  return when(true, code, { at: startsAt })
}

function when(holds: boolean, code: PreflightCode, params: ErrorParams = {}): PreflightFinding[] {
  return holds ? [{ code, params, tone: 'warning' }] : []
}

const MINUTE_MS = 60_000

const HOUR_MS = 60 * MINUTE_MS

/** Hours in the time zone of the campaign. */
const NIGHT = { from: 22, to: 7 } as const

/** Whether a campaign starts at night or continues into one; null for neither. */
export function nightOf(
  spans: readonly Pick<WorkSpan, 'from' | 'to'>[],
  timeZone: string,
): 'starts_at_night' | 'goes_on_at_night' | null {
  const [first] = spans
  if (!first) return null
  if (untilNight(first.from, timeZone) === 0) return 'starts_at_night'
  return spans.some(({ from, to }) => to - from > untilNight(from, timeZone))
    ? 'goes_on_at_night'
    : null
}

/** Milliseconds until the night begins; 0 at night. */
function untilNight(at: number, timeZone: string): number {
  const local = zonedClock(at, timeZone)
  if (!local || local.hour >= NIGHT.from || local.hour < NIGHT.to) return 0
  return (NIGHT.from - local.hour) * HOUR_MS - Number(local.format('m', 'en')) * MINUTE_MS
}

/** The current state of the devices of a campaign. */
export function devicesAsTheyAre(
  { devices, isExpected }: CourseDeps,
  ids: readonly string[],
  now: number,
): Promise<SendingDevice[]> {
  return Promise.all(
    ids.map(async (id) => {
      const until = await devices.limitedUntil(id)
      return {
        name: (await devices.nameOf(id)) ?? '',
        isOffline: !isExpected(id),
        isLimitNamed: await devices.isLimitNamed(id),
        limitedUntil: isoOrNull(until !== null && until > now ? until : null),
      }
    }),
  )
}
