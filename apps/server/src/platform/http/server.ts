import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import { KEYWORDS_MAX, MEDIA_MAX_BYTES, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import type { AppInfo } from '@kirim/contract/system'
import { VERSION_HEADER } from '@kirim/contract/version-header'
import Fastify, { type FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { HostPolicy } from './allowed-hosts.ts'
import type { ClientAddresses } from './client-address.ts'
import { installErrorHandler, sendRefusal } from './error-handler.ts'
import { serveOpenApi } from './openapi.ts'
import {
  cutRefusedBodies,
  isolateRequests,
  logRequests,
  refuseForeignHosts,
  refusePiecemealBodies,
  refuseUnknownAddresses,
  warnOfUnreadableClients,
} from './request-hooks.ts'
import { answerIncomplete, refuseStalled, refuseUnreadable } from './unreadable-request.ts'
import { mayUpgrade } from './upgrades.ts'
import { serveWebApp } from './web-app.ts'

const JSON_BODY_MAX_BYTES = 1024 * 1024
/** Fits the longest keywords and captions in 4-byte characters. */
const FIELD_MAX_BYTES = 256 * 1024
/** One byte above the largest file, so that a file that is too large gets its own sentence. */
const FILE_MAX_BYTES = Math.max(MEDIA_MAX_BYTES, SPREADSHEET_MAX_BYTES) + 1
/**
 * Each entry of a list is a field. Twice the longest list is read, so that a longer list gets its
 * own sentence.
 */
const FIELDS_MAX = 2 * KEYWORDS_MAX + 100
const HSTS_SECONDS = 365 * 24 * 60 * 60

export interface HttpOptions {
  readonly webRoot: string
  /** Embedded into the page, for its first paint. */
  readonly appInfo: AppInfo
  readonly mediaUrl: string | null
  readonly addresses: ClientAddresses
  readonly hosts: HostPolicy
  /** Whether browsers reach the server over HTTPS. */
  readonly isHttps: boolean
  readonly version: string
  /** Maps an alias of a call to its address. */
  readonly canonicalUrl?: (url: string) => string
  readonly log: Log
  /** Receives the error behind a failed request. */
  readonly onFailed?: (error: unknown) => void
  readonly timeouts?: Partial<typeof TIMEOUTS>
}

const TIMEOUTS = {
  headersMs: 15_000,
  /** 10 MB over a line of 100 kbit/s. */
  requestMs: 15 * 60_000,
  /** Without a byte in either direction. */
  idleMs: 5 * 60_000,
  /** How often headers and requests are checked. */
  lookEveryMs: 5000,
}

/**
 * The HTTP server without its routes: limits, headers, OpenAPI, the web app's files, one error
 * format.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const timeouts = { ...TIMEOUTS, ...options.timeouts }
  const app = Fastify({
    bodyLimit: JSON_BODY_MAX_BYTES,
    trustProxy: options.addresses.trusts,
    rewriteUrl: ({ url = '/' }) => options.canonicalUrl?.(url) ?? url,
    forceCloseConnections: 'idle',
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    http: {
      requireHostHeader: false,
      shouldUpgradeCallback: mayUpgrade,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.lookEveryMs,
    },
    clientErrorHandler: refuseUnreadable,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (_error, _request, reply) =>
      sendRefusal(reply, new DomainError('malformed_request')),
  })
  // The contract validates and serializes; Fastify only transports the bodies.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  installErrorHandler(app, options.log, options.onFailed)
  app.server.on('timeout', refuseStalled)
  cutRefusedBodies(app)
  await app.register(helmet, helmetOptions(options.mediaUrl, options.isHttps))
  logRequests(app, options.log)
  warnOfUnreadableClients(app, options.log)
  setApiHeaders(app, options.appInfo.version)
  answerIncomplete(app)
  isolateRequests(app, options.log)
  refuseForeignHosts(app, options.hosts)
  refuseUnknownAddresses(app)
  refusePiecemealBodies(app)
  await app.register(multipart, {
    limits: {
      fileSize: FILE_MAX_BYTES,
      files: 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_MAX_BYTES,
    },
    throwFileSizeLimit: false,
  })
  serveOpenApi(app, options.version)
  await serveWebApp(app, options.webRoot, options.appInfo)
  return app
}

/**
 * API responses are private, and tell the version of the web app that understands them; files and
 * pages set their own cache headers.
 */
function setApiHeaders(app: FastifyInstance, version: string): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    reply.header('cache-control', 'no-store').header(VERSION_HEADER, version)
  })
}

function helmetOptions(mediaUrl: string | null, isHttps: boolean) {
  const media = mediaUrl ? [new URL(mediaUrl).origin] : []
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        // The positioning and toast libraries place floating elements with inline style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...media],
        mediaSrc: ["'self'", 'blob:', ...media],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    // Without subdomains: they may belong to others.
    strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: false },
  }
}
