import { chunks } from '../../platform/database/database.ts'
import { inIterations } from '../../platform/in-iterations.ts'

/** On SQLite each takes up to 0.05 ms, as its texts stand between the columns that are read. */
export const READ_AT_ONCE = 100

/** Reads many campaigns by their ids; others are served before each part. */
export function campaignsInParts<Result>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<Result>,
): Promise<Result[]> {
  return inIterations(chunks(ids, READ_AT_ONCE), read)
}
