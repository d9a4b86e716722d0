import { randomUUID } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import { DomainError } from '../../platform/errors.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import { createLeftovers } from '../../platform/nodes/leftovers.ts'
import type { Work } from '../../platform/nodes/work.ts'
import type { Images } from './images.ts'
import type { MediaStore } from './media.ports.ts'
import type { MediaRecord, MediaRepository } from './media.repository.ts'
import { cleanVideo } from './metadata/blank-video.ts'

interface CleanStoredDeps {
  readonly media: MediaRepository
  readonly store: MediaStore
  readonly images: Images
  /** The folder for temporary files; emptied at each start. */
  readonly folder: string
  readonly work: Pick<Work, 'hold' | 'onLeft'>
  readonly clock: Clock
  readonly log: Log
}

/** A storage that is away is asked again. */
const RETRY_MS = 60_000
/** The key of this work in the fair queue, which is otherwise a member's id. */
const SERVER = 'server'

/**
 * Removes location, time and camera metadata from files stored by older versions, one by one in the
 * background. Progress is stored, so that the next start continues.
 */
export function createCleanStored(deps: CleanStoredDeps): Part {
  async function cleanAll(signal: AbortSignal): Promise<void> {
    let cleaned = 0
    while (!signal.aborted) {
      const file = await deps.media.findToClean()
      if (!file) break
      await deps.media.markCleaned(file.userId, file.id, await cleanFile(deps, file))
      cleaned += 1
    }
    if (cleaned > 0) deps.log.info({ cleaned }, 'stored media no longer tell of place and camera')
  }

  let cancel = () => {}
  const cleaning = createLeftovers({
    name: 'stored media',
    work: deps.work,
    finish: async (signal) => {
      await deps.work.hold('stored media', '', () => cleanAll(signal))
    },
    onFault: (err) => {
      if (!isAway(err)) {
        deps.log.error({ err }, 'stored media are looked through again at the next start')
        return
      }
      deps.log.warn({ err }, 'stored media are looked through again in a minute')
      cancel()
      cancel = deps.clock.after(RETRY_MS, cleaning.look)
    },
  })

  return {
    ...cleaning,
    async stop() {
      await cleaning.stop()
      cancel()
    },
  }
}

const isAway = (error: unknown) =>
  error instanceof DomainError && error.code === 'media_storage_away'

/**
 * Returns the new size. Files that are unreadable or gone are left as they are. Throws
 * `media_storage_away`.
 */
async function cleanFile(deps: CleanStoredDeps, file: MediaRecord): Promise<number> {
  const path = await deps.store.localPath(file.fileName)
  if (!path) return file.fileSize
  const cleanPath = join(deps.folder, randomUUID())
  try {
    const made = file.fileType.startsWith('image/')
      ? await deps.images.clean(SERVER, { path, type: file.fileType, cleanPath })
      : await cleanVideo({ path, type: file.fileType, cleanPath })
    const { size } = await stat(made)
    if (made !== path) await deps.store.put(made, file.fileName)
    return size
  } catch (error) {
    if (!(error instanceof DomainError) || isAway(error)) throw error
    return file.fileSize
  } finally {
    await rm(cleanPath, { force: true })
  }
}
