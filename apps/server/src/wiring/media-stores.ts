import { join } from 'node:path'
import { createDiskMediaStore } from '../adapters/media/disk-media-store.ts'
import type { S3Access } from '../adapters/media/s3-calls.ts'
import { createS3MediaStore } from '../adapters/media/s3-media-store.ts'
import { type Config, nodeDirOf } from '../config.ts'
import type { MediaStore } from '../features/media/media.ports.ts'
import { typeOfFileName } from '../features/media/media-kinds.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

/** Of what is read locally although it is kept elsewhere; emptied at each start. */
export const COPIES_FOLDER = 'media-copies'
/** Another node may still be writing down what it has just stored. */
export const YOUNG_MS = 24 * 60 * 60_000

interface StoreDeps {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

/** Where this server keeps media. */
export function mediaStore(deps: StoreDeps): MediaStore {
  const { mediaBucket, databaseUrl } = deps.config
  return mediaBucket ? bucketStore(deps, mediaBucket) : folderStore(deps, databaseUrl !== null)
}

/** In the data directory, of which `media` may be a folder that nodes share. */
export function folderStore(
  { config, clock }: Pick<StoreDeps, 'config' | 'clock'>,
  isShared = false,
): MediaStore {
  const { dataDir, databaseUrl } = config
  const isYoung = (at: number) => databaseUrl !== null && at >= clock.now() - YOUNG_MS
  return createDiskMediaStore(join(dataDir, 'media'), { isYoung, isShared })
}

export function bucketStore({ config, clock, log }: StoreDeps, access: S3Access): MediaStore {
  const folder = join(nodeDirOf(config), COPIES_FOLDER)
  return createS3MediaStore({
    access,
    folder,
    youngMs: YOUNG_MS,
    typeOf: typeOfFileName,
    clock,
    log,
  })
}
