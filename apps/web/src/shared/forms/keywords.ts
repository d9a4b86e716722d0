import { KEYWORD_SEPARATOR } from '@kirim/contract/keywords'

/** Keywords while they are typed: the complete ones and the unfinished one. */
export interface Keywords {
  words: readonly string[]
  typing: string
}

/** Updates the text; every part followed by a separator becomes a keyword. */
export function updateTyping(
  { words }: Keywords,
  text: string,
  separator: string | RegExp = KEYWORD_SEPARATOR,
): Keywords {
  const pieces = text.split(separator)
  const typing = pieces.pop() ?? ''
  return { words: addKeywords(words, pieces), typing: typing.trimStart() }
}

/** Completes the unfinished keyword. */
export function completeKeyword({ words, typing }: Keywords): Keywords {
  return { words: addKeywords(words, [typing]), typing: '' }
}

/** Turns the last keyword back into text. */
export function editLastKeyword({ words }: Keywords): Keywords {
  return { words: words.slice(0, -1), typing: words.at(-1) ?? '' }
}

export function removeKeyword({ words, typing }: Keywords, word: string): Keywords {
  return { words: words.filter((known) => known !== word), typing }
}

function addKeywords(words: readonly string[], pieces: readonly string[]): string[] {
  const named = pieces.map((piece) => piece.trim()).filter(Boolean)
  return [...new Set([...words, ...named])]
}
