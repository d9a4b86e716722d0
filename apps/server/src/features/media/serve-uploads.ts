import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { MediaStore } from './media.ports.ts'
import { typeOfFileName } from './media-kinds.ts'

/**
 * Serves files, including range requests, to anybody who knows their unguessable name; pages on
 * another host may embed them (MEDIA_URL). A file opened directly cannot run scripts; a document is
 * downloaded instead of opened.
 */
export function serveUploads(http: FastifyInstance, store: MediaStore): void {
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
      const path = await store.localPath(fileName)
      const type = typeOfFileName(fileName)
      if (!path || !type) return reply.callNotFound()
      reply
        .header('content-type', type)
        // Not in shared caches: they would keep what is deleted here.
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
