import type { LedgerPerson, LedgerReason } from '@kirim/contract/campaign-ledger'
import { letterOf } from '@kirim/contract/campaign-variants'
import type { RecipientState } from '@kirim/contract/campaigns'
import type { LedgerMessage, LedgerPersonDetails, LedgerStep } from '@kirim/contract/ledger-person'
import { ledgerSentence, ledgerTexts } from '@kirim/contract/ledger-texts'
import type { CodedText, ErrorParams } from '@kirim/contract/refusals'
import { iso, isoOrNull } from '../../../platform/clock.ts'
import { ANSWER_WITHIN_MS } from '../answers/hear-answer.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import { CANCELLED, HELD_UNSETTLED } from '../recipients/reasons.ts'
import type { LedgerRow, ReasonCount } from './ledger-people.repository.ts'
import type { Queue } from './written-from.ts'

/** Characters of an answer shown in its sentence. */
const ANSWER_SHOWN = 80

/** The facts of the campaign and its number that a person's sentence depends on. */
type Place = Pick<
  Campaign,
  | 'deviceName'
  | 'deviceRemoved'
  | 'cancelledAt'
  | 'pausedAt'
  | 'limitedUntil'
  | 'isLimitNamed'
  | 'deviceOfflineSince'
  | 'enabled'
> &
  Queue & { readonly now: number }

/** A recipient's own id contains the phone number, which must not appear in a URL. */
function personId({ campaign_id, position }: LedgerRow): string {
  return `${campaign_id}.${position}`
}

/** The position in an id of `personId`; null for an id of another campaign. */
export function positionIn(campaignId: string, id: string): number | null {
  const [campaign, position = '', ...rest] = id.split('.')
  const isOne = campaign === campaignId && rest.length === 0 && /^\d{1,9}$/.test(position)
  return isOne ? Number(position) : null
}

/** Facts about a person that are not in their row. */
interface Beside {
  /** The text of their answer, if it is stored. */
  readonly answer?: string | undefined
  /** When they opted out, epoch ms; undefined when they have not. */
  readonly leftAloneSince?: number | undefined
}

export function presentPerson(row: LedgerRow, place: Place, beside: Beside = {}): LedgerPerson {
  return {
    id: personId(row),
    name: row.name,
    phoneNumber: row.phone_number,
    state: row.state,
    variant: row.variant === null ? null : letterOf(row.variant),
    from: row.device_id === null && row.sent_at === null ? null : place.deviceName,
    at: isoOrNull(reachedAt(row, row.state)),
    answeredAt: isoOrNull(row.answered_at),
    sentence:
      row.answered_at === null
        ? (optedOutAfter(row, beside.leftAloneSince) ?? sentenceOf(row, place))
        : answeredWith(beside.answer ?? '', row.answered_at),
  }
}

/** People who have the message and opted out afterwards. */
function optedOutAfter(row: LedgerRow, since?: number): CodedText | null {
  const hasIt = row.state === 'delivered' || row.state === 'read'
  const at = hasIt ? afterMessage(row, since) : null
  return at === null ? null : { code: 'opted_out_after', params: { at: iso(at) } }
}

/** The messages to a person and their answer. */
interface Conversation {
  readonly messages: readonly LedgerMessage[]
  readonly answer: LedgerPersonDetails['answer']
  /** Their answer is stored in a chat that is not seen. */
  readonly isWithheld: boolean
  /** Nothing of it was removed. */
  readonly isKept: boolean
}

export function presentDetails(
  row: LedgerRow,
  { messages, answer, isWithheld, isKept }: Conversation,
  leftAloneSince: number | undefined,
  campaign: Campaign & Place,
): LedgerPersonDetails {
  return {
    ...presentPerson(row, campaign, { answer: answer?.text, leftAloneSince }),
    steps: stepsOf(row, campaign),
    messages: [...messages],
    answer,
    removed: removedOf(isWithheld, isKept),
    optedOutAt: isoOrNull(afterMessage(row, leftAloneSince)),
  }
}

function removedOf(isWithheld: boolean, isKept: boolean): CodedText | null {
  if (isWithheld) return { code: 'answer_withheld', params: {} }
  return isKept ? null : { code: 'words_removed', params: {} }
}

function afterMessage({ sent_at }: Pick<LedgerRow, 'sent_at'>, moment?: number): number | null {
  return sent_at !== null && moment !== undefined && moment >= sent_at ? moment : null
}

/** Leaves out params that differ between people with the same reason. */
export function presentReason(
  { state, reason, people }: ReasonCount,
  { cancelledAt }: Pick<Place, 'cancelledAt'>,
): LedgerReason {
  const params = reason === CANCELLED && cancelledAt !== null ? { at: iso(cancelledAt) } : {}
  const ofAll = `${reason}_all`
  const facts = {
    state,
    reason: Object.hasOwn(ledgerTexts, ofAll) ? ofAll : reason || null,
    params,
  }
  return { reason, state, people, sentence: ledgerSentence(facts) }
}

/** The history from the queue on, without failures that a receipt refuted. */
function stepsOf(row: LedgerRow, campaign: Campaign & Place): LedgerStep[] {
  const step = (state: RecipientState, at: number | null, sentence: CodedText | null = null) => ({
    state,
    at: isoOrNull(at),
    sentence,
  })
  const arrivals = (['sent', 'delivered', 'read'] as const).flatMap((state) => {
    const at = reachedAt(row, state)
    return at === null ? [] : step(state, at)
  })
  const { state } = row
  const ended = state === 'failed' || state === 'skipped' || state === 'sending' || state === 'held'
  const end = step(row.state, reachedAt(row, row.state), sentenceOf(row, campaign))
  const steps = [...arrivals, ...(ended ? [end] : [])]
  // Parts of a failed message may be read afterwards.
  if (state === 'failed') steps.sort((one, other) => timeOf(one) - timeOf(other))
  return [step('queued', campaign.createdAt), ...steps]
}

const timeOf = ({ at }: LedgerStep) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at))

function reachedAt(row: LedgerRow, state: RecipientState): number | null {
  switch (state) {
    case 'sent':
      return row.sent_at
    case 'delivered':
      return row.delivered_at
    case 'read':
      return row.read_at
    case 'held':
    case 'failed':
    case 'skipped':
      return row.settled_at
    default:
      return null
  }
}

function sentenceOf(row: LedgerRow, place: Place): CodedText {
  const { state, reason, reason_params, sent_at } = row
  const device = place.deviceName
  const params = { device, ...paramsIn(reason_params) }
  const isUnsettled = state === 'held' && reason === HELD_UNSETTLED
  const waits = whyWaiting(state, isUnsettled || state === 'sending', place)
  if (waits) return waits
  if (state === 'held' && place.limitedUntil !== null && isLimited(place)) {
    // The limit may have been extended since they were held.
    const limit = { state, reason, params: { ...params, at: iso(place.limitedUntil) } }
    return ledgerSentence(place.isLimitNamed ? limit : { ...limit, reason: guessOf(reason) })
  }
  if (state === 'read' && sent_at !== null) {
    return { code: 'read_at', params: { at: iso(sent_at + ANSWER_WITHIN_MS) } }
  }
  if (isUnsettled) return { code: 'held_unsettled', params }
  return ledgerSentence({ state, reason: state === 'held' ? null : reason, params })
}

/** False once the limit is over: then one held person is tried. */
function isLimited({ limitedUntil, now }: Pick<Place, 'limitedUntil' | 'now'>): boolean {
  return limitedUntil !== null && limitedUntil > now
}

/** The variant of a reason for an end that is only a guess. */
function guessOf(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(ledgerTexts, `${reason}_guess`)
    ? `${reason}_guess`
    : reason
}

function answeredWith(text: string, at: number): CodedText {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return { code: 'answered', params: { at: iso(at) } }
  const all = [...line]
  const shown = all.length > ANSWER_SHOWN ? `${all.slice(0, ANSWER_SHOWN).join('')}…` : line
  return { code: 'answered_with', params: { answer: shown, at: iso(at) } }
}

/** Why an open person waits, besides their turn; null without a reason. */
function whyWaiting(state: RecipientState, mayHaveLeft: boolean, place: Place): CodedText | null {
  const {
    deviceName: device,
    deviceRemoved,
    deviceOfflineSince,
    enabled,
    pausedAt,
    cancelledAt,
    resting,
    full,
  } = place
  if (state !== 'queued' && state !== 'held' && state !== 'sending') return null
  if (deviceRemoved) {
    return { code: mayHaveLeft ? 'number_removed' : 'device_removed', params: { device } }
  }
  const isPaused = !enabled && pausedAt !== null && cancelledAt === null
  if (isPaused && !mayHaveLeft) return { code: 'paused', params: {} }
  if (deviceOfflineSince !== null && (state !== 'held' || !isLimited(place))) {
    return { code: 'device_offline', params: { device, at: iso(deviceOfflineSince) } }
  }
  if (isPaused) return { code: 'sending_paused', params: {} }
  if (resting !== null && (state !== 'held' || !isLimited(place))) {
    return { code: 'device_resting', params: { ...resting, at: iso(resting.at) } }
  }
  return state === 'queued' && full !== null
    ? { code: 'daily_cap', params: { ...full, at: iso(full.at) } }
    : null
}

function paramsIn(written: string): ErrorParams {
  return written ? (JSON.parse(written) as ErrorParams) : {}
}
