/** The problems of a number's chatbot items, by code. `{name}` marks a value. */
export const lintTexts = {
  number_off: 'The chatbot of this number is switched off.',
  no_default_response: 'No item is a default response: messages without a keyword get no answer.',
  no_default_individual:
    'No item is a default response in individual chats: messages without a keyword get no answer there.',
  empty_keyword: 'The keyword “{keyword}” can never be found in a message.',
  duplicate_keyword: '“{other}” has the keyword “{keyword}” too, and comes first.',
  shadowed_keyword: 'Wherever “{keyword}” is found, “{other}” answers to “{otherKeyword}”.',
  unreachable_item: 'It can never answer: {names} always comes first.',
  nothing_leads_here:
    'It has no keyword, is no default response, and no item that can answer leads to it.',
  default_keywords_unused: 'A default response does not use its keywords.',
  several_defaults: '“{other}” is a default response too, and comes first.',
  next_action_disabled: 'Its next action “{other}” is disabled.',
  missing_next_action: 'Its next action does not exist any more.',
  next_action_other_chats:
    'Its next action “{other}” is set to other chats, and answers in those of this item, too.',
  long_action_chain:
    'At most {n} next actions follow: “{other}” and what comes after it stay unsent.',
  api_not_configured:
    'API Rest Data is on but not configured: the reply comes without its [api.name] placeholders.',
  ai_without_key: 'Use AI is on, but no AI key is saved: the text of the item itself is sent.',
  action_cycle: 'Its next actions lead back to itself: {names}.',
} as const

export type LintCode = keyof typeof lintTexts
