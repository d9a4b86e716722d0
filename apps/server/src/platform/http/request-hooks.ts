import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inBulkhead } from '../bulkhead.ts'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { HostPolicy } from './allowed-hosts.ts'
import { bareAddress } from './client-network.ts'

const DRAIN_REFUSED_MS = 5000
/** Health checks use the server's address rather than its name. */
const HEALTH = /^\/api\/health(\/live)?(\?|$)/

/** Logs unhandled errors of work that a request started, instead of ending the process. */
export function isolateRequests(app: FastifyInstance, log: Log): void {
  const isolate = (request: FastifyRequest, _reply: unknown, next: () => void) => {
    const route = request.routeOptions.url ?? 'none'
    inBulkhead(
      (err) => log.error({ err, requestId: request.id, route }, 'a request left a fault'),
      next,
    )
  }
  app.addHook('onRequest', isolate)
  // A body is read in the context of its connection.
  app.addHook('preValidation', isolate)
}

/** Refuses requests for a host name that is not this server's. */
export function refuseForeignHosts(app: FastifyInstance, hosts: HostPolicy): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { host } = raw.headers
    if (hosts.accepts(host)) return
    if (HEALTH.test(raw.url ?? '') && hosts.isProbe(host)) return
    throw new DomainError('host_not_allowed')
  })
}

/** Refuses unknown routes before reading their body. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) throw new DomainError('not_found')
  })
}

/**
 * Refuses chunked bodies of unknown length, except uploads: each chunk costs a hundred times its
 * one byte, and no client sends a form like this.
 */
export function refusePiecemealBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const isFile = headers['content-type']?.startsWith('multipart/')
    if (headers['transfer-encoding'] && !isFile) throw new DomainError('length_required')
  })
}

/** Logs each request by its route: an address may contain a phone number, and a query anything. */
export function logRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', async (request, reply) => {
    log.debug(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
}

/** Warns once: clients with an unreadable address share one rate limit. */
export function warnOfUnreadableClients(app: FastifyInstance, log: Log): void {
  let isTold = false
  app.addHook('onRequest', async ({ ip }) => {
    if (isTold || !ip || bareAddress(ip) !== null) return
    isTold = true
    log.warn('the proxy of TRUST_PROXY writes no addresses into X-Forwarded-For')
  })
}

/** Reads the rest of a refused body for a while: closing at once could lose the answer. */
export function cutRefusedBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete) return
    setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, DRAIN_REFUSED_MS).unref()
  })
}
