import { type ErrorCode, errors } from './errors.ts'
import { fillText, type Issue } from './refusals.ts'

/** Texts for problems of a value that have no text of their own. */
export const generalIssueTexts = {
  missing: 'This field is required.',
  unreadable: 'This could not be read.',
  no_choice: 'Choose one of the options.',
  no_number: 'Enter a number.',
  no_whole_number: 'Use a whole number.',
  no_moment: 'This is not a valid date and time.',
  text_too_long: 'Use at most {max} characters.',
  text_too_short: 'Use at least {min} characters.',
  number_too_large: 'Use a number of at most {max}.',
  number_too_small: 'Use a number of at least {min}.',
  list_too_long: 'Use at most {max} entries.',
  list_too_short: 'Use at least {min} entries.',
} as const

/**
 * The problems of a field by stable code, in English. `{name}` marks a value filled in from
 * `params`.
 */
export const issueTexts = {
  ...generalIssueTexts,
  idempotency_key_invalid: 'An Idempotency-Key must have 1 to 255 printable ASCII characters.',
  list_unreadable: 'This is not a valid list.',
  web_address_invalid: 'Enter a web address that starts with http:// or https://.',
  time_zone_unknown: 'Choose a known time zone.',
  country_invalid: 'Use a two-letter country code.',
  name_required: 'Name is required.',
  name_too_long: 'A name may have at most {max} characters.',
  email_required: 'E-mail is required.',
  email_invalid: 'Enter a valid e-mail address.',
  email_too_long: 'An e-mail address may have at most {max} characters.',
  password_required: 'Password is required.',
  password_too_short: 'A password needs at least {min} characters.',
  password_too_long: 'A password may have at most {max} characters.',
  password_blank: 'A password cannot be only spaces.',
  member_change_missing: 'Say which plan or role to set.',
  phone_number_required: 'Phone number is required.',
  pairing_number_invalid:
    'This is not a valid phone number. Write it with its country code, like 60123456789.',
  proxy_host_invalid: 'Enter only the name or address, like proxy.example.com.',
  proxy_credential_too_long: 'This is too long for a proxy.',
  opt_out_word_empty: 'Write a word.',
  opt_out_word_too_long: 'A word may have at most {max} characters.',
  opt_out_word_back: 'This word opts people back in. Choose another one.',
  opt_out_words_too_many: 'You can add at most {max} words.',
  opt_out_reason_required: 'Give a reason. It is saved with the change.',
  field_label_required: 'Give the field a name.',
  field_label_too_long: 'The name of a field may have at most {max} characters.',
  field_value_too_long: 'A field may hold at most {max} characters.',
  tag_required: 'Write the tag.',
  tag_too_long: 'A tag may have at most {max} characters.',
  tags_too_many: 'A contact can have at most {max} tags.',
  segment_conditions_required: 'Add a condition.',
  contacts_required: 'Select a contact.',
  import_phone_column_required: 'A phone number column is required.',
  import_one_country_code_column: 'Only one column can be the country code.',
  import_one_name_column: 'Only one column can be the name.',
  group_name_too_long: 'A group name may have at most {max} characters.',
  campaign_device_required: 'Device ID is required. Please select or ensure device is connected.',
  campaign_group_required: 'Contact Group is required for Bulk Campaign.',
  campaign_name_required: 'Campaign name is required.',
  campaign_name_too_long: 'A campaign name may have at most {max} characters.',
  campaign_too_many_media: 'Max 3 media items.',
  campaign_interval_order: 'The minimum interval must not be longer than the maximum.',
  campaign_time_unreadable:
    'This time could not be read. Give the date and the time in full, or leave both empty.',
  interval_too_short: 'Choose an interval of at least {min} seconds.',
  interval_too_long: 'Choose an interval of at most {max} seconds.',
  caption_too_long: 'A caption may have at most {max} characters.',
  saved_text_empty: 'Write the text to save.',
  note_empty: 'Write the note first.',
  search_too_short: 'Type at least three letters.',
  message_too_long: 'A message may have at most {max} characters.',
  variant_empty: 'Write this variation or remove it.',
  variants_too_many: 'Add at most {max} variations.',
  chatbot_delay_invalid: 'Enter whole seconds, from 0 to 25.',
  chatbot_delay_too_long: 'The presence delay is at most {max} seconds.',
  chatbot_caption_required: 'Caption / text message is required.',
  keywords_too_many: 'Use at most {max} keywords.',
  keyword_too_long: 'A keyword may have at most {max} characters.',
  api_header_name_invalid: 'Use only letters, digits and dashes in a header name.',
  api_header_value_invalid: 'A header value must be one line.',
  api_field_name_invalid: 'Start the name with a letter, and use only letters, digits and _.',
  api_path_invalid: 'Write the path like data.items[0].price.',
  ai_base_url_required: 'An OpenAI-compatible provider needs its address.',
  ai_model_required: 'An OpenAI-compatible provider needs the name of its model.',
  chat_number_invalid: 'Enter a number of 6 to 15 digits, or choose a group.',
  sandbox_number_invalid: 'Enter a number of 6 to 15 digits.',
  sandbox_change_missing: 'Say what to change.',
  username_invalid: 'Use 3 to 35 lowercase letters, digits, dots and underscores.',
} as const

/** A refusal that concerns one field is also that field's issue, under the same code. */
export type IssueCode = keyof typeof issueTexts | ErrorCode

/** An issue with a code of this version; a newer server may send a page other codes. */
export type KnownIssue = Issue & { readonly code: IssueCode }

/** The English text of a code with unfilled placeholders; null when there is none. */
export function issueTemplate(code: string): string | null {
  if (Object.hasOwn(issueTexts, code)) return issueTexts[code as keyof typeof issueTexts]
  return Object.hasOwn(errors, code) ? errors[code as ErrorCode].text : null
}

/** The English text of an issue; null for an unknown code. */
export function issueText({ code, params }: Pick<Issue, 'code' | 'params'>): string | null {
  const template = issueTemplate(code)
  return template === null ? null : fillText(template, params)
}

/**
 * Whether the text of an issue does not name its field, so that the field must be named beside it.
 */
export function isGeneralIssue(code: string): boolean {
  return Object.hasOwn(generalIssueTexts, code)
}
