import type { Author } from '@kirim/contract/authors'

/**
 * The names of people who did something in a workspace, by their id; without those whose account is
 * gone. Null where one person did all of it and is alone there: nothing is told of a workspace of
 * one, whose answers are those of SPEC.md.
 */
export type NamesOf = (
  workspaceId: string,
  personIds: readonly string[],
) => Promise<ReadonlyMap<string, string> | null>

type Stored = string | null

/** Looks people up at once. Returns how to present each of them. */
export async function findAuthors(
  namesOf: NamesOf,
  workspaceId: string,
  personIds: readonly Stored[],
): Promise<(personId: Stored) => Author | undefined> {
  const ids = new Set(personIds.filter((id) => id !== null))
  const names = ids.size > 0 ? await namesOf(workspaceId, [...ids]) : null
  return (id) => (id === null || names === null ? undefined : { name: names.get(id) ?? '' })
}
