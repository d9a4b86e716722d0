import { basename, dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { MediaStore } from './media.ports.ts'
import { typeOfFileName } from './media-kinds.ts'

/**
 * Serves the files themselves, ranges too, to whoever knows a name: names are unguessable, and a
 * page on another host may show them (MEDIA_URL). Opened by itself, a file can run nothing.
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
            // The browser's own page around a picture or video is styled inline.
            styleSrc: ["'unsafe-inline'"],
            frameAncestors: ["'none'"],
            sandbox: [],
          },
        },
      },
    },
    async (request, reply) => {
      const { fileName } = request.params
      const path = store.localPath(fileName)
      const type = typeOfFileName(fileName)
      if (!path || !type) return reply.callNotFound()
      reply
        .header('content-type', type)
        .header('content-disposition', `inline; filename="${fileName}"`)
      return reply.sendFile(basename(path), dirname(path), {
        contentType: false,
        maxAge: '365d',
        immutable: true,
        index: false,
      })
    },
  )
}
