import type { PreflightFinding, PreflightForm } from '@kirim/contract/campaign-preflight'
import { MESSAGE_MAX_LENGTH } from '@kirim/contract/outgoing'
import type { PreflightCode } from '@kirim/contract/preflight-texts'
import type { ErrorParams } from '@kirim/contract/refusals'
import type { nightOf } from './at-night.ts'
import type { LinkFinding } from './judge-links.ts'
import type { LiteralPart } from './literal-parts.ts'

/**
 * So many first messages with the same words are what numbers are limited for (decision 32); fewer
 * are what people do by hand.
 */
const COLD_MANY = 50

/** A device that is to send, as it is now. */
export interface SendingDevice {
  readonly name: string
  readonly isOffline: boolean
  /** Until then the network lets it write to nobody new; null without a limit. */
  readonly limitedUntil: string | null
  /** The network itself has said until when. */
  readonly isLimitNamed: boolean
}

interface Facts {
  readonly form: Pick<PreflightForm, 'caption' | 'urlLink' | 'enableLink' | 'hasUpload'>
  /** In how many ways the text may read. */
  readonly wordings: number
  /** Files of the library, and the uploaded one that stays. */
  readonly files: { readonly chosen: number; readonly missing: number }
  readonly people: { readonly reached: number; readonly neverWritten: number }
  /** Not within a year, and not because nobody knows. */
  readonly neverEnds: boolean
  /** Whether people would get it at night; with when it starts. */
  readonly night: { readonly code: ReturnType<typeof nightOf>; readonly startsAt: string | null }
  /** Those that are to send. */
  readonly devices: readonly SendingDevice[]
  /** The text is cut for one of those shown. */
  readonly isCut: boolean
  readonly links: readonly LinkFinding[]
  readonly literal: readonly LiteralPart[]
  /** How many lack each placeholder. */
  readonly lacking: ReadonlyMap<string, number>
}

/** What is worth a look before sending, the most important first. */
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
