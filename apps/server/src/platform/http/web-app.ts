import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { AppInfo } from '@kirim/contract/system'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import { sendRefusal } from './error-handler.ts'

/** Not pages; `/metrics` is listed so that scrapers get a 404. */
const NO_PAGE = /^\/(api|uploads|socket\.io|assets|metrics)(\/|$)/
const IMMUTABLE_PATH = /\/assets\//
const INFO_TAG = '<meta name="app-info" content='

/** The version with a hash of the web app, so that two builds of one version differ. */
export function versionWith(webRoot: string, version: string): string {
  const page = join(webRoot, 'index.html')
  if (!existsSync(page)) return version
  // It names the files of the web app by their content.
  return `${version}+${createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 12)}`
}

/**
 * Serves the built and compressed files of the web app; all other addresses outside of the API get
 * its page and are routed there.
 */
export async function serveWebApp(
  app: FastifyInstance,
  webRoot: string,
  info: AppInfo,
): Promise<void> {
  const isBuilt = existsSync(webRoot)
  await app.register(fastifyStatic, {
    root: webRoot,
    serve: isBuilt,
    suppressWarning: true,
    wildcard: false,
    preCompressed: true,
    // The page is served below, and compressed files in place of the others.
    index: false,
    globIgnore: ['**/index.html*', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      if (!path.startsWith(webRoot)) return
      reply.header('cache-control', cacheControl(path, reply.statusCode))
    },
  })
  if (!isBuilt) return
  const page = pageWith(readFileSync(join(webRoot, 'index.html'), 'utf8'), info)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (NO_PAGE.test(request.url)) return sendRefusal(reply, new DomainError('not_found'))
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

/** Embeds the server's properties into the page, for its first paint. */
function pageWith(page: string, info: AppInfo): string {
  const content = JSON.stringify(info).replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  return page.replace(`${INFO_TAG}""`, () => `${INFO_TAG}"${content}"`)
}

function cacheControl(path: string, status: number): string {
  if (status === 404) return 'no-store'
  return IMMUTABLE_PATH.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
}
