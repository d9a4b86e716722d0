import type { Db } from '../../../platform/database/database.ts'
import { ensureFields } from './fields.repository.ts'
import { ensureTags } from './tags.repository.ts'

export interface EnsuredDetails {
  /** By the label of their field. */
  readonly keys: ReadonlyMap<string, string>
  /** By their name. */
  readonly tagIds: ReadonlyMap<string, string>
}

export type EnsureDetails = (
  userId: string,
  named: { readonly labels: readonly string[]; readonly tags: readonly string[] },
  now: number,
) => Promise<EnsuredDetails>

/** The fields and the tags that an import names: all of them are there afterwards, or none anew. */
export function createEnsureDetails(db: Db): EnsureDetails {
  return (userId, { labels, tags }, now) =>
    db.transaction().execute(async (tx) => ({
      keys: await ensureFields(tx, userId, labels, now),
      tagIds: await ensureTags(tx, userId, tags, now),
    }))
}
