import type { PersonRefusal } from './outgoing.ts'
import { type CodedText, type ErrorParams, fillText } from './refusals.ts'

/**
 * Explains the state of a person of a campaign, by code, in the ledger, the export and messages.
 * `{at}` is a moment; the other placeholders are names and codes of the network.
 */
export const ledgerTexts = {
  queued: 'Waiting.',
  held: 'Waiting.',
  held_unsettled: 'It may have arrived. Waiting to be sent again.',
  sending: 'Sending now.',
  paused: 'Waiting: the campaign is paused.',
  sending_paused: 'The campaign is paused. Their message may already have been sent.',
  device_removed: 'Waiting until {device} is linked again.',
  device_offline: 'Waiting: {device} has been offline since {at}.',
  device_resting: 'Waiting: WhatsApp asked {device} to slow down. Resumes {at} (429).',
  daily_cap: 'Waiting: {device} reached its limit of {cap} a day. Resumes {at}.',
  new_chats_refused: 'Refused by WhatsApp (463): new chats are limited until {at}.',
  new_chats_refused_guess:
    'Refused by WhatsApp (463): new chats are limited, at least until about {at}.',
  new_chats_unsettled:
    'It may have arrived. WhatsApp refused the second attempt (463): new chats are limited until {at}.',
  new_chats_unsettled_guess:
    'It may have arrived. WhatsApp refused the second attempt (463): new chats are limited, at least until about {at}.',
  new_chats_limited: 'On hold: WhatsApp limits new chats of {device} until {at}.',
  new_chats_limited_guess:
    'On hold: WhatsApp limits new chats of {device}, at least until about {at}.',
  sent: 'Sent to WhatsApp, not on their phone yet.',
  delivered: 'On their phone, not read yet.',
  read: 'Not answered.',
  read_at: 'Not answered. Answers count until {at}.',
  opted_out_after: 'Opted out {at}, after this message.',
  answered: 'Answered {at}.',
  answered_with: '“{answer}”, {at}',
  not_on_whatsapp: 'Not on WhatsApp. Checked through {device}.',
  not_on_whatsapp_at: 'Not on WhatsApp. Checked through {device} {at}.',
  not_on_whatsapp_all: 'Not on WhatsApp.',
  same_person_all: 'Same account as another recipient, who gets the message.',
  same_person: 'Same account as {number}, which gets the message.',
  no_answer: 'WhatsApp did not answer 5 attempts. It may have arrived.',
  refused: 'Refused by WhatsApp ({code}).',
  refused_unreadable: 'Refused by WhatsApp with an unreadable code.',
  refused_media_missing: 'Its file is no longer on this server.',
  refused_media_upload_failed: "Not sent: WhatsApp's media servers did not accept its file.",
  refused_key_forged:
    'Not sent: WhatsApp gave an encryption key that does not belong to this person.',
  unsettled: 'It may have arrived. WhatsApp refused it ({code}).',
  unsettled_unreadable: 'It may have arrived. WhatsApp refused it with an unreadable code.',
  unsettled_media_missing: 'It may have arrived. Its file is no longer on this server.',
  unsettled_media_upload_failed:
    "It may have arrived. WhatsApp's media servers did not accept its file the second time.",
  unsettled_key_forged:
    'It may have arrived. WhatsApp then gave an encryption key that does not belong to this person.',
  failed: 'WhatsApp could not deliver it.',
  number_removed: 'The number {device} was removed before WhatsApp confirmed the message.',
  number_removed_all: 'The sending number was removed before WhatsApp confirmed the message.',
  taken_out: 'Removed from the campaign together with the contact.',
  nothing_to_send: 'There was nothing to send to them.',
  opted_out: 'Opted out. Skipped.',
  opted_out_at: 'Opted out {at}. Skipped.',
  opted_out_unsettled: 'Opted out while it was being sent. It was not sent again.',
  cancelled: 'Cancelled {at}, before their turn.',
  cancelled_partly: 'Cancelled before all of it was sent.',
  skipped: 'Skipped.',
  answer_withheld: 'They answered in a chat that you do not see.',
  words_removed: 'The text was deleted. Only its result is still saved.',
} as const satisfies Record<string, string> &
  Record<PersonRefusal | `${PersonRefusal}_unsettled`, string>

/** The English text. A device without a name is not seen. */
export function ledgerText({ code, params }: CodedText): string {
  const texts: Readonly<Record<string, string>> = ledgerTexts
  const text = texts[code] ?? code
  if (params.device !== '') return fillText(text, params)
  const device = text.startsWith('{device}') ? 'Another number' : 'another number'
  return fillText(text, { ...params, device })
}

/** The columns of a person in the ledger. */
export interface LedgerFacts {
  readonly state: string
  /** The stable code of a failure or a skip; null with neither. */
  readonly reason: string | null
  readonly params: ErrorParams
}

/** The sentence of a person: that of the reason, or else of the state. */
export function ledgerSentence({ state, reason, params }: LedgerFacts): CodedText {
  if (reason === null) return { code: state, params }
  if (Object.hasOwn(ledgerTexts, reason)) {
    const isDated = 'at' in params && Object.hasOwn(ledgerTexts, `${reason}_at`)
    return { code: isDated ? `${reason}_at` : reason, params }
  }
  const [, kind, code] = /^(refused|unsettled)_(.+)$/.exec(reason) ?? []
  return kind && code ? { code: kind, params: { ...params, code } } : { code: state, params }
}
