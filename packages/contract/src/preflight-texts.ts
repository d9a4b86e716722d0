/**
 * Warnings before sending, by code: a title here and advice in `preflightNotes`. `{people}` and
 * `{n}` are numbers, `{at}` is a moment, `{text}` is a part of the text and `{instead}` its
 * correction; the other placeholders are names and addresses.
 */
export const preflightTexts = {
  one_wording:
    '{people} people have never had a message from this number, and there is only one text',
  link_unreadable: '{link} is not an address',
  link_scheme: '{link} cannot be opened',
  link_closed: '{link} cannot be opened',
  link_missing: '{link} cannot be opened',
  text_empty: 'There is nothing to send',
  files_missing: '{n} of the files are no longer on this server',
  text_too_long: 'The text is too long for some recipients',
  placeholder_unknown: '{text} is not a placeholder and is sent as written',
  placeholder_foreign: '{text} is sent as written. Use {instead} to fill it in',
  placeholder_as_choice:
    '{text} sends one of its words at random. To fill in a value, use {instead}',
  placeholder_of_chatbot: '{text} works only in chatbots and is sent as written',
  fallback_unreadable: 'The fallback after {text} is not valid',
  bracket_unclosed: '{text} is not closed and is sent as written',
  number_offline: '{device} is not connected',
  number_limited_guess: '{device} cannot start new chats, at least until about {at}',
  number_limited: '{device} cannot start new chats until {at}',
  starts_at_night: 'It starts {at}, at night',
  goes_on_at_night: 'Some people would get it at night',
  never_ends: 'It would take more than a year',
  field_empty: '[{placeholder}] is empty for {people} of the recipients',
} as const

export const preflightNotes = {
  one_wording:
    'Sending the same first message to many people can get a number limited. Add two or three variations.',
  link_unreadable: 'This is not a valid web address. Check the spelling.',
  link_scheme: 'Use an address that starts with http:// or https://.',
  link_closed: 'This address is on a private network that phones cannot reach.',
  link_missing: 'No server on the internet has this name.',
  text_empty: 'Write a caption, choose media or add a link.',
  files_missing: 'Choose them again or remove them.',
  text_too_long: 'WhatsApp allows {max} characters. Longer text is cut off.',
  placeholder_unknown: 'No contact field has this name. Check the spelling; it must be lowercase.',
  placeholder_foreign:
    'Put it in square brackets: [name], or a field of your contacts. A backslash before it sends it as text.',
  placeholder_as_choice:
    'People get one of the words in braces, at random. Put a placeholder and its fallback in square brackets.',
  placeholder_of_chatbot: 'Campaigns do not call an API, so there is no value to fill in.',
  fallback_unreadable:
    'Use one line of at most 200 characters, without brackets, braces or backslashes.',
  bracket_unclosed: 'Close it, or put a backslash before it to send it as text.',
  number_offline:
    'It sends nothing until it reconnects. The estimated end does not count this number.',
  number_limited_guess:
    'WhatsApp limits its new chats and has not said until when. New people wait. People who have messaged this number do not wait.',
  number_limited:
    'WhatsApp limits its new chats. New people wait until then. People who have messaged this number do not wait.',
  starts_at_night:
    'Messages between 22:00 and 07:00 wake people. People report such numbers, and WhatsApp bans them.',
  goes_on_at_night:
    'It is still sending after 22:00 or before 07:00. Choose Daytime hours, or start earlier.',
  never_ends: 'The sending hours, the intervals and the queue ahead leave too little time.',
  field_empty: "They see the fallback, or nothing if you haven't set one.",
} as const satisfies Readonly<Record<keyof typeof preflightTexts, string>>

export type PreflightCode = keyof typeof preflightTexts
