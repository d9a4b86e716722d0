import { join } from 'node:path'
import { createDiskMediaStore } from '../adapters/media/disk-media-store.ts'
import { createFfmpeg, findFfmpeg } from '../adapters/media/ffmpeg.ts'
import { campaignUsesMedia } from '../features/campaigns/uses-media.ts'
import { itemUsesMedia } from '../features/chatbots/items/uses-media.ts'
import { createCleanStored } from '../features/media/clean-stored.ts'
import { createConverter } from '../features/media/convert/convert.ts'
import { createImages } from '../features/media/images.ts'
import { createMediaRepository } from '../features/media/media.repository.ts'
import { mediaRoutes } from '../features/media/media.routes.ts'
import { presentMedia } from '../features/media/present-media.ts'
import { eraseMediaOf, releaseUnused, sweepMedia } from '../features/media/release-media.ts'
import { serveUploads } from '../features/media/serve-uploads.ts'
import { storeUpload } from '../features/media/store-upload.ts'
import { outgoingNeedsMedia } from '../features/outgoing/outgoing-rows.ts'
import type { UploadedFile } from '../platform/http/multipart.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Rooms } from './rooms.ts'

/** The conditions under which another feature still needs a file. */
const NEEDS = [campaignUsesMedia, itemUsesMedia, outgoingNeedsMedia]

/** Wires media: the library, and files uploaded with campaigns and items. */
export function wireMedia(base: Base, { quotas }: Accounts, rooms: Rooms) {
  const { config, db, clock, log, uploads } = base
  const program = findFfmpeg(config.ffmpegPath)
  const ffmpeg = program === null ? null : createFfmpeg(program, clock)
  const media = {
    media: createMediaRepository(db, quotas.mediaBytes, NEEDS),
    store: createDiskMediaStore(join(config.dataDir, 'media')),
    images: createImages(),
    converter: ffmpeg && createConverter(ffmpeg),
    clock,
  }
  mediaRoutes(base.route, {
    ...media,
    usesOf: (userId, mediaId) => rooms.campaigns().uses.ofMedia(userId, mediaId),
  })
  serveUploads(base.http, media.store)

  return {
    library: {
      find: async (userId: string, ids: readonly string[]) =>
        (await media.media.find(userId, ids)).map(presentMedia),
      /** With what a message tells of them. */
      findToSend: media.media.find,
      keepUpload: async (userId: string, file: UploadedFile) =>
        presentMedia(await storeUpload(media, userId, file, { inLibrary: false })),
      keepInLibrary: media.media.keepInLibrary,
      releaseUnused: (ids: readonly string[]) => releaseUnused(media, ids),
      localPath: media.store.localPath,
    },
    /** Stops what is being converted, for which a request waits. */
    converting: {
      name: 'ffmpeg',
      start: async () => log.debug({ ffmpeg: program }, 'what converts videos and sound'),
      stop: async () => ffmpeg?.stop(),
    },
    eraseAllOf: (userId: string) => eraseMediaOf(media, userId),
    swept: { name: 'media', start: () => sweepMedia(media), stop: async () => {} },
    cleaned: createCleanStored({ ...media, folder: uploads.path, log }),
  }
}

export type Media = ReturnType<typeof wireMedia>
