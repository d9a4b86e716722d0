/**
 * What is worth a look before sending, by code: a title, and what to make of it. `{people}` and
 * `{n}` are numbers, `{at}` is a moment, `{text}` is a part of the text and
 * `{instead}` what to write in its place; the other placeholders are
 * names and addresses.
 */
export const preflightTexts = {
  one_wording: '{people} people have never heard from this number, and there is one wording',
  link_unreadable: '{link} is not an address',
  link_scheme: '{link} cannot be opened',
  link_closed: '{link} cannot be opened',
  link_missing: '{link} cannot be opened',
  text_empty: 'There is nothing to send',
  files_missing: '{n} of the files are no longer on this server',
  text_too_long: 'The text is too long for some',
  placeholder_unknown: '{text} is not a placeholder and is sent as written',
  placeholder_foreign: '{text} is sent as written; {instead} is filled in',
  placeholder_as_choice: '{text} is a choice between words; {instead} is filled in',
  placeholder_of_chatbot: '{text} is known to chatbots alone and is sent as written',
  fallback_unreadable: 'What follows {text} is not understood',
  bracket_unclosed: '{text} is not closed and is sent as written',
  number_offline: '{device} is not connected',
  number_limited_guess: '{device} may write to nobody new, at least until about {at}',
  number_limited: '{device} may write to nobody new until {at}',
  starts_at_night: 'It starts {at}, at night',
  goes_on_at_night: 'Some would get it at night',
  never_ends: 'It would not end within a year',
  field_empty: '[{placeholder}] is empty for {people} of them',
} as const

export const preflightNotes = {
  one_wording:
    'Many equal first messages are what gets a number limited. Two or three wordings help.',
  link_unreadable: 'Its spelling cannot be read as a web address.',
  link_scheme: 'Phones open addresses that start with http or https.',
  link_closed: 'It belongs to a private network, which phones do not reach.',
  link_missing: 'No server on the internet has this name.',
  text_empty: 'Write a caption, choose media or add a link.',
  files_missing: 'Choose them again, or take them out.',
  text_too_long: 'WhatsApp takes {max} characters. What is longer is cut.',
  placeholder_unknown:
    'It is no field of your contacts either. Look at its spelling; small letters count.',
  placeholder_foreign:
    'Write it in square brackets: [name], or a field of your contacts. A backslash before it leaves it as it is.',
  placeholder_as_choice:
    'Braces send one of their words. A placeholder and what stands in for it are in square brackets.',
  placeholder_of_chatbot: 'A campaign asks no API, so there is no answer to take it from.',
  fallback_unreadable:
    'It takes at most 200 characters on one line, without brackets, braces and backslashes.',
  bracket_unclosed: 'Close it, or put a backslash before it where it is meant so.',
  number_offline:
    'It writes to nobody until it is connected again, and nobody knows when. If an end is shown, it is reckoned without this number.',
  number_limited_guess:
    'The network limits its new chats and has not said until when. Who is new waits; people who have written to it do not.',
  number_limited:
    'The network limits its new chats. Who is new waits until then; people who have written to it do not.',
  starts_at_night:
    'What arrives between 22:00 and 07:00 wakes people. That gets a number reported and banned.',
  goes_on_at_night:
    'It is still sending after 22:00 or before 07:00. Choose Daytime hours, or start earlier.',
  never_ends: 'Its hours, its intervals and what is ahead of it leave too little time.',
  field_empty: 'They read the fallback, or nothing where there is none.',
} as const satisfies Readonly<Record<keyof typeof preflightTexts, string>>

export type PreflightCode = keyof typeof preflightTexts
