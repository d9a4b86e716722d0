import type { Caller } from '../caller.ts'
import { fold } from '../search-text.ts'

/** In no name, and long enough for an index to know it. */
const FINDS_NOBODY = '\uf8ffqxzqxzqxz\uf8ff'
/** A number can be searched by these alone. */
const OF_NUMBERS = /^[\s+().-]*$/

/**
 * What a caller may search people by. Those from whom numbers are hidden find nobody by digits:
 * only the longest part of what they typed between its digits counts.
 */
export function searchedBy(
  { hidesNumbers }: Pick<Caller, 'hidesNumbers'>,
  typed: string | undefined,
): string | undefined {
  if (!hidesNumbers || !typed?.trim()) return typed
  const parts = fold(typed).split(/\p{N}+/u)
  const [longest = ''] = parts.sort((one, other) => other.length - one.length)
  return OF_NUMBERS.test(longest) ? FINDS_NOBODY : longest.trim()
}
