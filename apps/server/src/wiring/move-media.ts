import type { Config } from '../config.ts'
import { mediaFileNames } from '../features/media/media-file-names.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { isSqlite } from '../platform/database/text-search.ts'
import type { Log } from '../platform/log.ts'
import { StartError } from '../platform/start-error.ts'
import { bucketStore, folderStore } from './media-stores.ts'

interface MediaMoveDeps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

/** The new place of media. */
export type MediaPlace = 'bucket' | 'folder'

/**
 * Copies the files that the database references from the folder into the bucket, or back, without
 * deleting any. Safe to repeat. Throws `media_storage_away`.
 */
export async function copyMedia(deps: MediaMoveDeps, db: Db, to: MediaPlace) {
  const { mediaBucket } = deps.config
  if (!mediaBucket) {
    throw new StartError(
      `Moving media ${to === 'bucket' ? 'into' : 'out of'} a bucket needs MEDIA_S3_BUCKET and its keys.`,
    )
  }
  // A new folder has no id yet.
  const folder = folderStore(deps, to === 'bucket' && !isSqlite(db))
  const bucket = bucketStore(deps, mediaBucket)
  const [source, target] = to === 'bucket' ? [folder, bucket] : [bucket, folder]
  let copied = 0
  let missing = 0
  try {
    for await (const files of mediaFileNames(db)) {
      for (const { file_name: name } of files) {
        const path = await source.localPath(name)
        if (path === null) missing += 1
        else await target.put(path, name)
        if (path !== null) copied += 1
      }
    }
  } finally {
    bucket.stop()
  }
  return { copied, missing }
}
