import { normaliseText } from '@kirim/chatbot-engine/normalise-text'
import { NUMBER_KEYWORD_CHARACTERS_MAX, NUMBER_KEYWORDS_MAX } from '@kirim/contract/limits'
import { DomainError } from '../../../platform/errors.ts'
import type { StoredItem } from './items.repository.ts'

/**
 * Refuses keywords that would make this number's chatbot slow to compile, which would block
 * everybody. Keywords may always be removed. `items` are all of the number's, with the changed one
 * as it was. Throws `chatbot_too_many_keywords` and `chatbot_too_many_keyword_characters`.
 */
export function checkKeywords(items: readonly StoredItem[], changed: StoredItem): void {
  const before = items.filter(({ id }) => id === changed.id)
  const after = [...items.filter(({ id }) => id !== changed.id), changed]
  const total = (measure: (item: StoredItem) => number, of: readonly StoredItem[]) =>
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

function keywordsOf({ keywords }: StoredItem): number {
  return keywords.length
}

/** Some characters are compared as many: one Arabic ligature is eighteen letters. */
function charactersOf({ keywords }: StoredItem): number {
  return keywords.reduce(
    (sum, keyword) => sum + Math.max(keyword.length, normaliseText(keyword).length),
    0,
  )
}
