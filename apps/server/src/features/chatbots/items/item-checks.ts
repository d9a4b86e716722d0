import { findActionCycle } from '@kirim/chatbot-engine/next-actions'
import { normaliseTexts } from '@kirim/chatbot-engine/normalise-text'
import { NUMBER_KEYWORD_CHARACTERS_MAX, NUMBER_KEYWORDS_MAX } from '@kirim/contract/limits'
import { DomainError, refusedField } from '../../../platform/errors.ts'
import type { ItemOutline } from './items.repository.ts'

/**
 * Refuses keywords that would make this number's chatbot slow to compile, which would block
 * everybody. Keywords may always be removed. `items` are all of the number's, with the changed one
 * as it was. Throws `chatbot_too_many_keywords` and `chatbot_too_many_keyword_characters`.
 */
export function checkKeywords(items: readonly ItemOutline[], changed: ItemOutline): void {
  const before = items.filter(({ id }) => id === changed.id)
  const after = [...items.filter(({ id }) => id !== changed.id), changed]
  const total = (measure: (item: ItemOutline) => number, of: readonly ItemOutline[]) =>
    of.reduce((sum, item) => sum + measure(item), 0)

  const keywords = total(keywordsOf, after)
  if (keywords > NUMBER_KEYWORDS_MAX && keywordsOf(changed) > total(keywordsOf, before)) {
    throw new DomainError('chatbot_too_many_keywords', { keywords, n: NUMBER_KEYWORDS_MAX })
  }
  if (charactersOf(changed) <= total(charactersOf, before)) return
  const characters = total(charactersOf, after)
  if (characters > NUMBER_KEYWORD_CHARACTERS_MAX) {
    const n = NUMBER_KEYWORD_CHARACTERS_MAX
    throw new DomainError('chatbot_too_many_keyword_characters', { characters, n })
  }
}

function keywordsOf({ keywords }: ItemOutline): number {
  return keywords.length
}

/** Every save measures all items of a number, of which it changes one. */
const measured = new Map<string, number>()
/** Enough for three of the largest numbers, some 2 MB. */
const REMEMBERED_MAX = 4 * NUMBER_KEYWORD_CHARACTERS_MAX
const ENTRY_SIZE = 50
let remembered = 0

function charactersOf({ keywords }: ItemOutline): number {
  const written = keywords.join('\n')
  const known = measured.get(written)
  if (known !== undefined) return known
  const characters = measure(keywords)
  const size = written.length + ENTRY_SIZE
  if (remembered + size > REMEMBERED_MAX) {
    measured.clear()
    remembered = 0
  }
  measured.set(written, characters)
  remembered += size
  return characters
}

/** Some characters are compared as many: one Arabic ligature is eighteen letters. */
function measure(keywords: readonly string[]): number {
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
