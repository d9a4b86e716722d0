/** The problems of a number's chatbot items, by code. `{name}` marks a value. */
export const lintTexts = {
  number_off: 'The chatbot of this number is switched off.',
  no_default_response: 'No item is a default response: messages without a keyword get no answer.',
  no_default_individual:
    'No item is a default response in individual chats: messages without a keyword get no answer there.',
  empty_keyword: 'The keyword “{keyword}” can never be found in a message.',
  duplicate_keyword: '“{other}” also has the keyword “{keyword}” and comes first.',
  shadowed_keyword:
    'Every message with “{keyword}” also matches “{otherKeyword}” of “{other}”, which answers first.',
  unreachable_item: 'It can never answer: {names} always comes first.',
  nothing_leads_here:
    'It has no keyword, is not a default response, and no active item leads to it.',
  default_keywords_unused: 'A default response does not use its keywords.',
  several_defaults: '“{other}” is also a default response and comes first.',
  next_action_disabled: 'Its next action “{other}” is disabled.',
  missing_next_action: 'Its next action no longer exists.',
  next_action_other_chats:
    "Its next action “{other}” is set for other chats, but also answers in this item's chats.",
  long_action_chain: 'Only {n} next actions run: “{other}” and the ones after it are not sent.',
  api_not_configured:
    'API Rest Data is on but not configured: the reply comes without its [api.name] placeholders.',
  ai_without_key: "Use AI is on, but no AI key is saved: the item's own text is sent.",
  action_cycle: 'Its next actions loop back to itself: {names}.',
} as const

export type LintCode = keyof typeof lintTexts
