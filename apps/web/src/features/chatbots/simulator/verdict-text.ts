import type { Hold, ItemVerdict } from '@kirim/contract/chatbot-tools'
import type { TFunction } from 'i18next'
import { textKey } from '#shared/i18n/text-key.ts'

const VERDICTS = new Map([
  ['fired', textKey('It answers to “{keyword}”.')],
  ['number_off', textKey('The chatbot of this number is switched off.')],
  ['disabled', textKey('It is disabled.')],
  ['wrong_chat', textKey('It answers in individual chats only.')],
  ['no_usable_keyword', textKey('It has no keyword that can be found in a message.')],
  ['no_keyword_in_message', textKey('None of its keywords is in the message.')],
  ['not_whole_word', textKey('“{keyword}” appears only inside a longer word.')],
  ['part_of_character', textKey('“{keyword}” appears only inside another character.')],
  ['outranked', textKey('It also matches, but “{name}” comes first.')],
  ['default_not_needed', textKey('It is a default response, and “{name}” matches.')],
])

/** Why an item did not answer, as text; `detail` is the keyword, item or chat of the reason. */
export function verdictText({ reason, detail }: Omit<ItemVerdict, 'name'>, t: TFunction): string {
  if (reason === 'fired' && !detail) return t('It answers.')
  if (reason === 'wrong_chat' && detail === 'group') return t('It answers in groups only.')
  const text = VERDICTS.get(reason) ?? textKey('It does not answer this message.')
  return t(text, { keyword: detail, name: detail })
}

const SILENCES = new Map([
  ['no_enabled_item', textKey('No reply: no item of this number is enabled.')],
  ['no_match', textKey('No reply: no item matches this message.')],
  ['nothing_to_send', textKey("No reply: the item's text is empty, and it has no media.")],
])

/** Why no item answers, as text. */
export function silenceText(silence: string, t: TFunction): string {
  return t(SILENCES.get(silence) ?? textKey('No reply to this message.'))
}

const HOLDS: Readonly<Record<Hold['reason'], string>> = {
  number_off: textKey('This number is switched off: it would not answer.'),
  loop_guard: textKey(
    'Would stay silent until {until}: this chat is paused after too many automatic replies.',
  ),
  person_answered: textKey(
    'Would stay silent until {until}: you answered in this chat from the phone.',
  ),
  answer_saved: textKey(
    'Would be saved as the answer to a chatbot question. The default response would not answer it.',
  ),
  cooldown: textKey(
    'Would stay silent until {until}: this item has already answered in this chat.',
  ),
}

/** Why the reply would be held back, as text; `until` is in the user's language. */
export function holdText({ reason }: Hold, until: string, t: TFunction): string {
  return t(HOLDS[reason], { until })
}
