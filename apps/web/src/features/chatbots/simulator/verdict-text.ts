import type { Hold, ItemVerdict } from '@kirim/contract/chatbot-tools'
import type { TFunction } from 'i18next'

/** Why an item did not answer, as text; `detail` is the keyword, item or chat of the reason. */
export function verdictText({ reason, detail }: Omit<ItemVerdict, 'name'>, t: TFunction): string {
  switch (reason) {
    case 'fired':
      return detail ? t('It answers to “{keyword}”.', { keyword: detail }) : t('It answers.')
    case 'number_off':
      return t('The chatbot of this number is switched off.')
    case 'disabled':
      return t('It is disabled.')
    case 'wrong_chat':
      return detail === 'group'
        ? t('It answers in groups only.')
        : t('It answers in individual chats only.')
    case 'no_usable_keyword':
      return t('It has no keyword that can be found in a message.')
    case 'no_keyword_in_message':
      return t('None of its keywords is in the message.')
    case 'not_whole_word':
      return t('“{keyword}” appears only inside a longer word.', { keyword: detail })
    case 'part_of_character':
      return t('“{keyword}” appears only inside another character.', { keyword: detail })
    case 'outranked':
      return t('It also matches, but “{name}” comes first.', { name: detail })
    case 'default_not_needed':
      return t('It is a default response, and “{name}” matches.', { name: detail })
    default:
      return t('It does not answer this message.')
  }
}

/** Why no item answers, as text. */
export function silenceText(silence: string, t: TFunction): string {
  switch (silence) {
    case 'no_enabled_item':
      return t('No reply: no item of this number is enabled.')
    case 'no_match':
      return t('No reply: no item matches this message.')
    case 'nothing_to_send':
      return t("No reply: the item's text is empty, and it has no media.")
    default:
      return t('No reply to this message.')
  }
}

/** Why the reply would be held back, as text; `until` is in the user's language. */
export function holdText({ reason }: Hold, until: string, t: TFunction): string {
  switch (reason) {
    case 'number_off':
      return t('This number is switched off: it would not answer.')
    case 'loop_guard':
      return t(
        'Would stay silent until {until}: this chat is paused after too many automatic replies.',
        {
          until,
        },
      )
    case 'person_answered':
      return t('Would stay silent until {until}: you answered in this chat from the phone.', {
        until,
      })
    case 'answer_saved':
      return t(
        'Would be saved as the answer to a chatbot question. The default response would not answer it.',
      )
    case 'cooldown':
      return t('Would stay silent until {until}: this item has already answered in this chat.', {
        until,
      })
  }
}
