import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import swagger from '@fastify/swagger'
import { KEYWORDS_MAX, MEDIA_MAX_BYTES, SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import type { AppInfo } from '@kirim/contract/system'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { HostPolicy } from './allowed-hosts.ts'
import type { ClientAddresses } from './client-address.ts'
import { limitConnections } from './connections-per-address.ts'
import { installErrorHandler, sendRefusal } from './error-handler.ts'
import { readJsonBodies } from './json-body.ts'
import { codeSchemas } from './openapi.ts'
import {
  logRequests,
  readBodiesInPieces,
  refuseForeignHosts,
  refusePiecemealBodies,
  refuseUnknownAddresses,
} from './request-hooks.ts'
import { closeStalledAnswers } from './stalled-answers.ts'
import { closeStalledRequests } from './stalled-requests.ts'
import { answerIncomplete, refuseUnreadable } from './unreadable-request.ts'
import { mayUpgrade } from './upgrades.ts'
import { NO_PAGE, serveWebApp, UNREADABLE_PAGE } from './web-app.ts'

const JSON_BODY_MAX_BYTES = 1024 * 1024
/** The longest keywords and captions, in the longest letters there are. */
const FIELD_MAX_BYTES = 256 * 1024
/**
 * Room for the fields around the largest file,
 * so that a file one byte too large gets its own sentence.
 */
const FILE_MAX_BYTES = Math.max(MEDIA_MAX_BYTES, SPREADSHEET_MAX_BYTES) + 1
/**
 * Each entry of a list is a field. Twice the longest list is read,
 * so that one too long gets its own sentence.
 */
const FIELDS_MAX = 2 * KEYWORDS_MAX + 100
const HSTS_SECONDS = 365 * 24 * 60 * 60

export interface HttpOptions {
  readonly webRoot: string
  /** Written into the page, so that its first paint knows them. */
  readonly appInfo: AppInfo
  readonly mediaUrl: string | null
  readonly addresses: ClientAddresses
  readonly hosts: HostPolicy
  /** Browsers reach the server over HTTPS. */
  readonly isHttps: boolean
  readonly version: string
  /** The address that a call means, where it has another one too. */
  readonly meantUrl?: (url: string) => string
  readonly log: Log
  readonly clock: Clock
  /** Told of what made a request fail. */
  readonly onFailed?: (error: unknown) => void
  /** How long the headers of a request may take to come, and how often that is looked at. */
  readonly headers?: { readonly withinMs: number; readonly lookEveryMs: number }
}

const HEADERS = { withinMs: 15_000, lookEveryMs: 5000 }

/**
 * The HTTP server without its routes: limits, headers,
 * OpenAPI, the web app's files, one error form.
 */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { headers = HEADERS, meantUrl = (url) => url } = options
  const app = Fastify({
    bodyLimit: JSON_BODY_MAX_BYTES,
    trustProxy: options.addresses.believes,
    rewriteUrl: (request) => routedUrl(meantUrl(request.url ?? '/')),
    forceCloseConnections: 'idle',
    // A body may take its time, as long as it comes.
    requestTimeout: 0,
    http: {
      requireHostHeader: false,
      shouldUpgradeCallback: mayUpgrade,
      headersTimeout: headers.withinMs,
      connectionsCheckingInterval: headers.lookEveryMs,
    },
    clientErrorHandler: refuseUnreadable,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: (_error, _request, reply) =>
      sendRefusal(reply, new DomainError('malformed_request')),
  })
  // Validation and serialization are the contract's: Fastify only carries the bodies.
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => (data) => JSON.stringify(data))
  installErrorHandler(app, options.log, options.onFailed)
  // First: whatever refuses a request, what still comes of it is watched.
  closeStalledRequests(app, options.clock)
  closeStalledAnswers(app, options.clock)
  readBodiesInPieces(app)
  limitConnections(app.server, options.addresses)
  await app.register(helmet, helmetOptions(options.mediaUrl, options.isHttps))
  logRequests(app, options.log)
  keepAnswersOutOfCaches(app)
  answerIncomplete(app)
  refuseForeignHosts(app, options.hosts)
  refuseUnknownAddresses(app)
  refusePiecemealBodies(app)
  readJsonBodies(app)
  await app.register(multipart, {
    limits: {
      fileSize: FILE_MAX_BYTES,
      files: 1,
      fields: FIELDS_MAX,
      fieldSize: FIELD_MAX_BYTES,
    },
    throwFileSizeLimit: false,
  })
  await app.register(swagger, {
    openapi: {
      info: { title: 'Kirim', version: options.version },
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
        schemas: codeSchemas,
      },
    },
  })
  serveOpenApi(app)
  await serveWebApp(app, options.webRoot, options.appInfo)
  return app
}

/** Written once, when it is first asked for. */
function serveOpenApi(app: FastifyInstance): void {
  let written = ''
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    written ||= JSON.stringify(app.swagger())
    return reply.type('application/json; charset=utf-8').send(written)
  })
}

/**
 * The address to route by. One that cannot be decoded is a mistyped page,
 * unless it is the API's: the router refuses that.
 */
function routedUrl(url: string): string {
  return NO_PAGE.test(url) || isReadable(url) ? url : UNREADABLE_PAGE
}

function isReadable(url: string): boolean {
  try {
    decodeURI(url.replace(/[?#].*/s, ''))
    return true
  } catch {
    return false
  }
}

/**
 * What the API answers is somebody's own;
 * files and pages say for themselves how long they may be kept.
 */
function keepAnswersOutOfCaches(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
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
        // Inline style attributes are how the positioning and toast libraries place what floats.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...media],
        mediaSrc: ["'self'", 'blob:', ...media],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' as const },
    // Not for the domains below: they need not be Kirim's.
    strictTransportSecurity: isHttps && { maxAge: HSTS_SECONDS, includeSubDomains: false },
  }
}
