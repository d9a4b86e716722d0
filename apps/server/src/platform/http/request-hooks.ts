import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { HostPolicy } from './allowed-hosts.ts'
import { readInPieces } from './one-at-a-time.ts'

/** Called by health checks, by the server's address rather than its name. */
const HEALTH = /^\/api\/health(\/live)?(\?|$)/

/** Refuses what was sent to a name that is not this server's. */
export function refuseForeignHosts(app: FastifyInstance, hosts: HostPolicy): void {
  app.addHook('onRequest', async ({ raw }) => {
    const { host } = raw.headers
    if (hosts.answersTo(host)) return
    if (HEALTH.test(raw.url ?? '') && hosts.isProbe(host)) return
    throw new DomainError('host_not_allowed')
  })
}

/** Nothing of a body is read for a route that does not exist. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ is404 }) => {
    if (is404) throw new DomainError('not_found')
  })
}

/**
 * Refuses bodies in pieces of no told length, files aside: each piece costs a hundred times its one
 * byte, and no client sends a form that it knows so.
 */
export function refusePiecemealBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const isFile = headers['content-type']?.startsWith('multipart/')
    if (headers['transfer-encoding'] && !isFile) throw new DomainError('length_required')
  })
}

/** Tells of each request by its route: an address can hold a number, and a query anything. */
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

/** Takes bodies a piece at a time. */
export function readBodiesInPieces(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }, reply) => readInPieces(raw, reply.raw))
  app.addHook('onSend', async ({ raw }) => {
    // Node itself would let go of the rest, at whatever speed it comes.
    if (!raw.complete) raw.resume()
  })
}
