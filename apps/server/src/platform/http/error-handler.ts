import type { ServerResponse } from 'node:http'
import { errors } from '@kirim/contract/errors'
import type { ErrorBody } from '@kirim/contract/refusals'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { isDatabaseAway } from '../database/database-away.ts'
import { isMissingReference } from '../database/missing-reference.ts'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { isStorageFull } from '../storage-room.ts'

/** Turns every refusal into one `ErrorBody` [7.message]. `onFailed` receives the original error. */
export function installErrorHandler(
  app: FastifyInstance,
  log: Log,
  onFailed: (error: unknown) => void = () => {},
): void {
  app.setErrorHandler((error: FastifyError | DomainError, request, reply) => {
    const refusal = error instanceof DomainError ? error : refusalOf(error)
    onFailed(error)
    if (refusal.code === 'internal_error') {
      log.error(
        {
          err: error,
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url,
        },
        'request failed',
      )
    }
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, new DomainError('not_found')))
}

export function sendRefusal(reply: FastifyReply, refusal: DomainError): FastifyReply {
  const seconds = refusal.params.seconds
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  return reply
    .status(errors[refusal.code].status)
    .header('cache-control', 'no-store')
    .type('application/json')
    .send(errorBody(refusal))
}

/** Same, outside of the framework. */
export function sendRefusalOn(response: ServerResponse, refusal: DomainError): void {
  response
    .writeHead(errors[refusal.code].status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    })
    .end(JSON.stringify(errorBody(refusal)))
}

export function errorBody({ message, code, params, issues }: DomainError): ErrorBody {
  return { message, code, params: { ...params }, ...(issues.length > 0 && { issues: [...issues] }) }
}

/** A refusal by the framework itself is the client's fault unless its status is 5xx. */
function refusalOf(error: FastifyError): DomainError {
  if (error.statusCode === 413 || error.code === 'FST_REQ_FILE_TOO_LARGE') {
    return new DomainError('payload_too_large')
  }
  if (error.statusCode === 416) return new DomainError('range_not_satisfiable')
  if (error.statusCode === 415) return new DomainError('unsupported_media_type')
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return new DomainError('malformed_request')
  }
  if (isStorageFull(error)) return new DomainError('storage_full')
  if (isDatabaseAway(error)) return new DomainError('database_unavailable')
  if (isMissingReference(error)) return new DomainError('gone_meanwhile')
  return new DomainError('internal_error')
}
