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

/** Characters of an answer that stand in its sentence; the whole of it is with the person. */
const ANSWER_SHOWN = 80

/** What a person's sentence says of the campaign itself, and of the number that writes to them. */
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

/** A recipient's own id holds a phone number, which does not belong into an address. */
function personId({ campaign_id, position }: LedgerRow): string {
  return `${campaign_id}.${position}`
}

/** The position in an id of `personId`; null when it is none of this campaign's. */
export function positionIn(campaignId: string, id: string): number | null {
  const [campaign, position = '', ...rest] = id.split('.')
  const isOne = campaign === campaignId && rest.length === 0 && /^\d{1,9}$/.test(position)
  return isOne ? Number(position) : null
}

/** What came from somebody, or was done for them, beside their row. */
interface Beside {
  /** The text of their answer, where it is known and has one. */
  readonly answer?: string | undefined
  /** Epoch ms; of whoever is left alone now. */
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

/** Who has the message and opted out afterwards has said more than that they do not answer. */
function optedOutAfter(row: LedgerRow, since?: number): CodedText | null {
  const hasIt = row.state === 'delivered' || row.state === 'read'
  const at = hasIt ? afterMessage(row, since) : null
  return at === null ? null : { code: 'opted_out_after', params: { at: iso(at) } }
}

/** What was written to somebody, and what they answered. */
interface Said {
  readonly messages: readonly LedgerMessage[]
  readonly answer: LedgerPersonDetails['answer']
  /** All of it is still here. */
  readonly isKept: boolean
}

export function presentDetails(
  row: LedgerRow,
  { messages, answer, isKept }: Said,
  leftAloneSince: number | undefined,
  campaign: Campaign & Place,
): LedgerPersonDetails {
  return {
    ...presentPerson(row, campaign, { answer: answer?.text, leftAloneSince }),
    steps: stepsOf(row, campaign),
    messages: [...messages],
    answer,
    removed: isKept ? null : { code: 'words_removed', params: {} },
    optedOutAt: isoOrNull(afterMessage(row, leftAloneSince)),
  }
}

function afterMessage({ sent_at }: Pick<LedgerRow, 'sent_at'>, moment?: number): number | null {
  return sent_at !== null && moment !== undefined && moment >= sent_at ? moment : null
}

/** People with one reason may differ in their number, and in all else that is said with it. */
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

/** From the queue on; a failure that a receipt refuted is not told. */
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
  // A part of a message that failed may be read afterwards.
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
    // It may have been tried since they were held, and be longer.
    const limit = { state, reason, params: { ...params, at: iso(place.limitedUntil) } }
    return ledgerSentence(place.isLimitNamed ? limit : { ...limit, reason: guessed(reason) })
  }
  if (state === 'read' && sent_at !== null) {
    return { code: 'read_at', params: { at: iso(sent_at + ANSWER_WITHIN_MS) } }
  }
  if (isUnsettled) return { code: 'held_unsettled', params }
  return ledgerSentence({ state, reason: state === 'held' ? null : reason, params })
}

/** Once its time is over, one of those who are held is tried. */
function isLimited({ limitedUntil, now }: Pick<Place, 'limitedUntil' | 'now'>): boolean {
  return limitedUntil !== null && limitedUntil > now
}

/** The reason that says that nobody knows until when. */
function guessed(reason: string | null): string | null {
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

/**
 * What keeps somebody who is not settled, besides their turn; null where nothing does. Something to
 * them `mayHaveLeft`, or certainly has not.
 */
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
