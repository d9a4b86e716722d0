import { findActionCycle } from '@kirim/chatbot-engine/next-actions'
import { refusedField } from '../../../platform/errors.ts'
import type { ItemOutline } from './items.repository.ts'

/**
 * Refuses a next bot action that is not an item of this number, or that would create a cycle.
 * `items` are all of the number's. Throws `chatbot_next_action_missing` or
 * `chatbot_next_action_cycle`.
 */
export function checkNextAction(items: readonly ItemOutline[], changed: ItemOutline): void {
  if (changed.nextItemId === null) return
  const names = new Map([...items, changed].map(({ id, name }) => [id, name]))
  if (!names.has(changed.nextItemId))
    throw refusedField('chatbot_next_action_missing', ['nextBotAction'])
  const cycle = findActionCycle(items, changed)
  if (!cycle) return
  const [first] = cycle
  const round = [...cycle, first].map((id) => names.get(id ?? '') ?? '')
  throw refusedField('chatbot_next_action_cycle', ['nextBotAction'], { names: round.join(' → ') })
}
