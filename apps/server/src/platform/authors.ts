import type { Author } from '@kirim/contract/authors'

/** The names of people, by their id; without those whose account is gone. */
export type NamesOf = (personIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

type Stored = string | null

/** Looks people up at once. Returns how to present each of them. */
export async function findAuthors(
  namesOf: NamesOf,
  personIds: readonly Stored[],
): Promise<(personId: Stored) => Author | undefined> {
  const ids = new Set(personIds.filter((id) => id !== null))
  const names = ids.size > 0 ? await namesOf([...ids]) : new Map<string, string>()
  return (id) => (id === null ? undefined : { name: names.get(id) ?? '' })
}
