/**
 * A problem in a number's chatbot. `itemId` is null when it concerns the whole number. Keywords are
 * spelled as in the items; `by` and `of` are ids of the items that answer instead.
 */
export type LintFinding =
  | { itemId: null; code: 'number_off'; params: Record<string, never> }
  | { itemId: null; code: 'no_default_response'; params: Record<string, never> }
  /** Every default response is limited to groups. */
  | { itemId: null; code: 'no_default_individual'; params: Record<string, never> }
  | { itemId: string; code: 'empty_keyword'; params: { keyword: string } }
  /** Another item that ranks higher has the same keyword. */
  | { itemId: string; code: 'duplicate_keyword'; params: { keyword: string; of: string } }
  /** Every message with this keyword also matches another item's whole-word keyword, which wins. */
  | {
      itemId: string
      code: 'shadowed_keyword'
      params: { keyword: string; by: string; byKeyword: string }
    }
  /** None of its keywords can win, and no reachable item leads to it. */
  | { itemId: string; code: 'unreachable_item'; params: { by: string[] } }
  /** It has no keyword, is not a default response, and no reachable item leads to it. */
  | { itemId: string; code: 'nothing_leads_here'; params: Record<string, never> }
  | { itemId: string; code: 'default_keywords_unused'; params: Record<string, never> }
  | { itemId: string; code: 'several_defaults'; params: { of: string } }
  | {
      itemId: string
      code: 'missing_next_action'
      params: { nextItemId: string; because: 'not_found' | 'disabled' }
    }
  /**
   * Its next action is limited to other kinds of chat, but answers in this item's chats when it
   * follows it.
   */
  | { itemId: string; code: 'next_action_other_chats'; params: { nextItemId: string } }
  /**
   * The chain from this item is longer than HOP_LIMIT: `from` and everything after it is not sent.
   */
  | { itemId: string; code: 'long_action_chain'; params: { from: string } }
  | { itemId: string; code: 'action_cycle'; params: { ids: string[] } }
