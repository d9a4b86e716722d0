import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFfmpeg, findFfmpeg } from '../adapters/media/ffmpeg.ts'
import { loadS3 } from '../adapters/media/s3-calls.ts'
import { nodeDirOf } from '../config.ts'
import { createConverter } from '../features/media/convert/convert.ts'
import { waveformOf } from '../features/media/convert/waveform.ts'
import { createDoomedErasing } from '../features/media/erase-doomed.ts'
import { createImages } from '../features/media/images.ts'
import type { MediaUses, NeedsMedia } from '../features/media/media.ports.ts'
import { createMediaRepository } from '../features/media/media.repository.ts'
import { mediaRoutes } from '../features/media/media.routes.ts'
import { presentMedia } from '../features/media/present-media.ts'
import {
  eraseMediaOf,
  type ReleaseMediaDeps,
  releaseUnused,
  sweepFiles,
  sweepMedia,
} from '../features/media/release-media.ts'
import { serveUploads } from '../features/media/serve-uploads.ts'
import { storeReceived } from '../features/media/store-received.ts'
import { storeUpload } from '../features/media/store-upload.ts'
import type { UploadedFile } from '../platform/http/multipart.ts'
import type { Part } from '../platform/lifecycle.ts'
import type { Base } from './base.ts'
import { COPIES_FOLDER, mediaStore, YOUNG_MS } from './media-stores.ts'
import type { Quotas } from './quotas.ts'

/** Wires media: the library, and files uploaded with campaigns and items. */
export function wireMedia(base: Base, quotas: Quotas) {
  const { config, db, clock, log, work } = base
  const program = findFfmpeg(config.ffmpegPath)
  const ffmpeg = program === null ? null : createFfmpeg(program, clock)
  const needs: NeedsMedia[] = []
  const media = {
    media: createMediaRepository(db, quotas.mediaBytes, needs),
    store: mediaStore(base),
    images: createImages(),
    converter: ffmpeg && createConverter(ffmpeg),
    clock,
  }
  serveUploads(base.http, media)

  return {
    /** A condition under which a room above still needs a file. */
    addNeed: (need: NeedsMedia): void => void needs.push(need),
    /** Campaigns above know what uses a file. */
    routes: (usesOf: MediaUses) => mediaRoutes(base.route, { ...media, usesOf }),
    library: {
      find: async (workspaceId: string, ids: readonly string[]) =>
        (await media.media.find(workspaceId, ids)).map(presentMedia),
      /** With what a message tells of them. */
      findToSend: media.media.find,
      keepUpload: async (workspaceId: string, file: UploadedFile) =>
        presentMedia(await storeUpload(media, workspaceId, file, { inLibrary: false })),
      /** Loudness over time of a voice note, in base64; empty when it is unknown. */
      async waveformOf(workspaceId: string, id: string): Promise<string> {
        const [file] = await media.media.find(workspaceId, [id])
        const path = file && (await media.store.localPath(file.fileName))
        return path ? waveformOf(media.converter, workspaceId, path) : ''
      },
      keepInLibrary: media.media.keepInLibrary,
      hasAny: media.media.hasAny,
      releaseUnused: (ids: readonly string[]) => releaseUnused(media, ids),
      localPath: media.store.localPath,
    },
    /** Keeps a file that somebody has sent to a number. */
    keepReceived: (workspaceId: string, file: Parameters<typeof storeReceived>[2]) =>
      storeReceived(media, workspaceId, file),
    /** Stops what is being converted, or waits for the storage: requests wait for it. */
    converting: {
      name: 'ffmpeg',
      start: async () => log.debug({ ffmpeg: program }, 'what converts videos and sound'),
      async stop() {
        media.store.stop()
        await ffmpeg?.stop()
      },
    },
    erasing: createDoomedErasing({ ...media, work, log }),
    eraseAllOf: (workspaceId: string) => eraseMediaOf(media, workspaceId),
    swept: createSweep(base, media),
  }
}

/** A bucket that is slow or away holds up no start. */
function createSweep({ config, clock, log, work }: Base, media: ReleaseMediaDeps): Part {
  const { mediaBucket, databaseUrl } = config
  let sweeping: Promise<unknown> = Promise.resolve()
  return {
    name: 'media',
    async start() {
      const before = databaseUrl === null ? null : clock.now() - YOUNG_MS
      const sweep = (run: () => Promise<void>) => work.hold('media swept', '', run)
      if (!mediaBucket) return void (await sweep(() => sweepMedia(media, before)))
      await rm(join(nodeDirOf(config), COPIES_FOLDER), { recursive: true, force: true })
      await media.media.deleteUnused('all', before)
      await loadS3()
      sweeping = sweep(() => sweepFiles(media)).catch((err: unknown) =>
        log.warn({ err }, 'stored media are swept at the next start'),
      )
    },
    async stop() {
      // Where the start did not get as far as `converting`, nobody else ends the wait for it.
      media.store.stop()
      await sweeping
    },
  }
}

export type Media = ReturnType<typeof wireMedia>
