import { findActionCycle } from '@kirim/chatbot-engine/next-actions'
import { normaliseTexts } from '@kirim/chatbot-engine/normalise-text'
import { NUMBER_KEYWORD_CHARACTERS_MAX, NUMBER_KEYWORDS_MAX } from '@kirim/contract/limits'
import { DomainError, refusedField } from '../../../platform/errors.ts'
import { inSlices } from '../../../platform/in-slices.ts'
import type { ItemOutline } from './items.repository.ts'

/**
 * Refuses keywords that would make this number's chatbot slow to compile, which would block
 * everybody. Keywords may always be removed. `items` are all of the number's, with the changed one
 * as it was. Throws `chatbot_too_many_keywords` and `chatbot_too_many_keyword_characters`.
 */
export async function checkKeywords(
  items: readonly ItemOutline[],
  changed: ItemOutline,
): Promise<void> {
  const before = items.find(({ id }) => id === changed.id)
  const after = [...items.filter((item) => item !== before), changed]

  const keywords = after.reduce((sum, item) => sum + item.keywords.length, 0)
  const grows = changed.keywords.length > (before?.keywords.length ?? 0)
  if (keywords > NUMBER_KEYWORDS_MAX && grows) {
    throw new DomainError('chatbot_too_many_keywords', { keywords, n: NUMBER_KEYWORDS_MAX })
  }
  if (before && charactersOf(changed) <= charactersOf(before)) return
  // Comparing the largest number's keywords takes longer than others should wait.
  const characters = await inSlices(sumCharacters(after))
  if (characters > NUMBER_KEYWORD_CHARACTERS_MAX) {
    const n = NUMBER_KEYWORD_CHARACTERS_MAX
    throw new DomainError('chatbot_too_many_keyword_characters', { characters, n })
  }
}

function* sumCharacters(items: readonly ItemOutline[]): Generator<void, number> {
  let sum = 0
  for (const item of items) {
    sum += charactersOf(item)
    yield
  }
  return sum
}

/** Some characters are compared as many: one Arabic ligature is eighteen letters. */
function charactersOf({ keywords }: ItemOutline): number {
  const normalised = normaliseTexts(keywords)
  return keywords.reduce(
    (sum, { length }, place) => sum + Math.max(length, normalised[place]?.length ?? 0),
    0,
  )
}

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
