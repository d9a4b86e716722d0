import { normaliseText } from '@kirim/chatbot-engine/normalise-text'
import { KEYWORD_CHARACTERS_MAX } from '@kirim/contract/limits'
import { DomainError } from '../../platform/errors.ts'
import type { StoredItem } from './items.repository.ts'

/**
 * Refuses keywords that would make deciding about this number slow to prepare, which would hold up everybody.
 * An item that is there already may always become shorter. `items` are all of the number's, the changed one as it
 * was. Throws `chatbot_too_many_keyword_characters`.
 */
export function checkKeywords(items: readonly StoredItem[], changed: StoredItem): void {
  const before = items.find(({ id }) => id === changed.id)
  const now = charactersOf(changed)
  if (now <= (before ? charactersOf(before) : 0)) return
  const others = items.filter((item) => item !== before)
  const characters = others.reduce((sum, item) => sum + charactersOf(item), now)
  if (characters > KEYWORD_CHARACTERS_MAX) {
    const n = KEYWORD_CHARACTERS_MAX
    throw new DomainError('chatbot_too_many_keyword_characters', { characters, n })
  }
}

/** Some characters are compared as many: one Arabic ligature is eighteen letters. */
function charactersOf({ keywords }: StoredItem): number {
  return keywords.reduce(
    (sum, keyword) => sum + Math.max(keyword.length, normaliseText(keyword).length),
    0,
  )
}
