import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { clientNetwork } from '../../platform/http/client-network.ts'
import { createReadTurns } from '../../platform/http/read-turns.ts'
import type { MediaStore } from './media.ports.ts'
import type { MediaRepository } from './media.repository.ts'
import { typeOfFileName } from './media-kinds.ts'

/** Concurrent requests of one network; a remote storage serves 20 in total. */
const STORAGE_READS = 8

/**
 * Serves files, including range requests, to anybody who knows their unguessable name; pages on
 * another host may embed them (MEDIA_URL). A file opened directly cannot run scripts; a document is
 * downloaded instead of opened. The storage, which may cost money, is asked for files with a row
 * only.
 */
export function serveUploads(
  http: FastifyInstance,
  {
    store,
    media,
  }: { store: Pick<MediaStore, 'localPath'>; media: Pick<MediaRepository, 'knownFileNames'> },
): void {
  const inTurn = createReadTurns(STORAGE_READS)

  http.get<{ Params: { fileName: string } }>(
    '/uploads/:fileName',
    {
      schema: { hide: true },
      helmet: {
        crossOriginResourcePolicy: { policy: 'cross-origin' },
        contentSecurityPolicy: {
          useDefaults: false,
          directives: {
            defaultSrc: ["'none'"],
            imgSrc: ["'self'"],
            mediaSrc: ["'self'"],
            // The browser's built-in page for a picture or video uses inline styles.
            styleSrc: ["'unsafe-inline'"],
            frameAncestors: ["'none'"],
            sandbox: [],
          },
        },
      },
    },
    async (request, reply) => {
      const { fileName } = request.params
      const type = typeOfFileName(fileName)
      const isKnown = type && (await media.knownFileNames([fileName])).has(fileName)
      if (!isKnown) return reply.callNotFound()
      const path = await inTurn(clientNetwork(request.ip), async () =>
        request.raw.socket.destroyed ? null : store.localPath(fileName),
      )
      if (!path) return reply.callNotFound()
      reply
        .header('content-type', type)
        // Not in shared caches, which would keep deleted files.
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-disposition', `${placeOf(type)}; filename="${fileName}"`)
      return reply.sendFile(basename(path), dirname(path), {
        contentType: false,
        cacheControl: false,
        index: false,
      })
    },
  )
}

/** Browsers show these themselves; nothing that might run in a browser is among them. */
function placeOf(type: string): 'inline' | 'attachment' {
  return /^(image|video|audio)\//.test(type) ? 'inline' : 'attachment'
}
