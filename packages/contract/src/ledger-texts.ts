import type { PersonRefusal } from './outgoing.ts'
import { type CodedText, type ErrorParams, fillText } from './refusals.ts'

/**
 * Where one person of a campaign stands and why, by code: the same words in the ledger, the export
 * and messages. `{at}` is a moment; the other placeholders are names and codes of the network.
 */
export const ledgerTexts = {
  queued: 'Waits to be written to.',
  held: 'Waits to be written to.',
  held_unsettled: 'It may have arrived. Waits to be sent again.',
  sending: 'Leaving now.',
  paused: 'Waits: the campaign is paused.',
  sending_paused: 'The campaign is paused. Their message may have left.',
  device_removed: 'Waits until {device} is linked again.',
  device_offline: 'Waits: {device} offline since {at}.',
  device_resting: 'Waits: the network asks {device} for less. Goes on {at} (429).',
  daily_cap: 'Waits: {device} reached its limit of {cap} a day. Goes on {at}.',
  new_chats_refused: 'Refused by the network (463): new chats are limited until {at}.',
  new_chats_refused_guess:
    'Refused by the network (463): new chats are limited, at least until about {at}.',
  new_chats_unsettled:
    'It may have arrived; the network refused to take it again (463): new chats are limited until {at}.',
  new_chats_unsettled_guess:
    'It may have arrived; the network refused to take it again (463): new chats are limited, at least until about {at}.',
  new_chats_limited: 'Held: new chats of {device} are limited by the network until {at}.',
  new_chats_limited_guess:
    'Held: new chats of {device} are limited by the network, at least until about {at}.',
  sent: 'The network has it; their phone has not got it yet.',
  delivered: 'On their phone, not read yet.',
  read: 'Not answered.',
  read_at: 'Not answered. Answers count until {at}.',
  opted_out_after: 'Opted out {at}, after this message.',
  answered: 'Answered {at}.',
  answered_with: '“{answer}”, {at}',
  not_on_whatsapp: 'Not on WhatsApp. Checked through {device}.',
  not_on_whatsapp_at: 'Not on WhatsApp. Checked through {device} {at}.',
  not_on_whatsapp_all: 'Not on WhatsApp.',
  same_person_all: 'The same account as somebody else, who is written to.',
  same_person: 'The same account as {number}, which is written to.',
  no_answer: 'The network did not answer 5 tries. It may have arrived.',
  refused: 'Refused by the network ({code}).',
  refused_unreadable: 'Refused by the network, with a code that cannot be read.',
  refused_media_missing: 'Its file is no longer on this server.',
  refused_media_upload_failed: 'Not sent: the media servers of WhatsApp did not take its file.',
  refused_key_forged: 'Not sent: the key that the network gave for them is not theirs.',
  unsettled: 'It may have arrived; the network refused it ({code}).',
  unsettled_unreadable:
    'It may have arrived; the network refused it with a code that cannot be read.',
  unsettled_media_missing: 'It may have arrived; its file is no longer on this server.',
  unsettled_media_upload_failed:
    'It may have arrived; the media servers of WhatsApp did not take its file again.',
  unsettled_key_forged:
    'It may have arrived; the key that the network gave for them afterwards is not theirs.',
  failed: 'The network could not deliver it.',
  number_removed: 'The number {device} was removed before it was known whether it had left.',
  number_removed_all: 'Their number was removed before it was known whether it had left.',
  taken_out: 'Taken out of the campaign with their contact.',
  nothing_to_send: 'There was nothing to say to them.',
  opted_out: 'Opted out. Left alone.',
  opted_out_at: 'Opted out {at}. Left alone.',
  opted_out_unsettled: 'Opted out while it was leaving; it was not sent again.',
  cancelled: 'Cancelled {at}, before their turn.',
  cancelled_partly: 'Cancelled before all of it had left.',
  skipped: 'Passed over.',
  words_removed: 'What was written is no longer kept; what became of it is.',
} as const satisfies Record<string, string> &
  Record<PersonRefusal | `${PersonRefusal}_unsettled`, string>

/** In English. */
export function ledgerText({ code, params }: CodedText): string {
  const texts: Readonly<Record<string, string>> = ledgerTexts
  return fillText(texts[code] ?? code, params)
}

/** What stands in the ledger's own columns of somebody. */
export interface LedgerFacts {
  readonly state: string
  /** The stable code that was written down with a failure or a skip; null with neither. */
  readonly reason: string | null
  readonly params: ErrorParams
}

/** The sentence of a person: of the reason where there is one, else of the state. */
export function ledgerSentence({ state, reason, params }: LedgerFacts): CodedText {
  if (reason === null) return { code: state, params }
  if (Object.hasOwn(ledgerTexts, reason)) {
    const isDated = 'at' in params && Object.hasOwn(ledgerTexts, `${reason}_at`)
    return { code: isDated ? `${reason}_at` : reason, params }
  }
  const [, kind, code] = /^(refused|unsettled)_(.+)$/.exec(reason) ?? []
  return kind && code ? { code: kind, params: { ...params, code } } : { code: state, params }
}
