/**
 * What a number's owner should know before a customer finds out; `itemId` is null where the whole
 * number is meant. Keywords are written as in the items; `by` and `of` are ids of the items that
 * answer instead.
 */
export type LintFinding =
  | { itemId: null; code: 'number_off'; params: Record<string, never> }
  | { itemId: null; code: 'no_default_response'; params: Record<string, never> }
  /** The default responses answer in groups only. */
  | { itemId: null; code: 'no_default_individual'; params: Record<string, never> }
  | { itemId: string; code: 'empty_keyword'; params: { keyword: string } }
  /**
   * Another item that ranks before this one has the keyword, too;
   * `neverAnswers`: in every chat, in the same way.
   */
  | {
      itemId: string
      code: 'duplicate_keyword'
      params: { keyword: string; of: string; neverAnswers: boolean }
    }
  /** Wherever this keyword is found, another item's whole keyword within it is found, and wins. */
  | {
      itemId: string
      code: 'shadowed_keyword'
      params: { keyword: string; by: string; byKeyword: string }
    }
  /** None of its keywords can ever win, nor does an item that can answer lead to it. */
  | { itemId: string; code: 'unreachable_item'; params: { by: string[] } }
  /** No keyword, not a default response, and not the next bot action of an item that can answer. */
  | { itemId: string; code: 'nothing_leads_here'; params: Record<string, never> }
  | { itemId: string; code: 'default_keywords_unused'; params: { keywords: string[] } }
  | { itemId: string; code: 'several_defaults'; params: { of: string; neverAnswers: boolean } }
  | {
      itemId: string
      code: 'missing_next_action'
      params: { nextItemId: string; because: 'not_found' | 'disabled' }
    }
  /**
   * Its next action is not for all chats in which this item answers;
   * as a next action it answers there.
   */
  | { itemId: string; code: 'next_action_other_chats'; params: { nextItemId: string } }
  /**
   * The chain that begins here is longer than HOP_LIMIT allows:
   * `from` and what follows it stay unsaid.
   */
  | { itemId: string; code: 'long_action_chain'; params: { from: string } }
  | { itemId: string; code: 'action_cycle'; params: { ids: string[] } }
