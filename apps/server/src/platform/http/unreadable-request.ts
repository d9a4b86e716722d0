import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '@kirim/contract/errors'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import { namesTwoHosts } from './allowed-hosts.ts'
import { errorBody } from './error-handler.ts'

const CLOSE_DELAY_MS = 1000

/** A connection with its response in progress, which Node also reads here. */
type Answering = Socket & { readonly _httpMessage?: ServerResponse | null }

/** Other errors while reading are the client's fault. */
const BY_FAULT: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Answers malformed or oversized HTTP with a regular error body [7.message] and closes the
 * connection.
 */
export function refuseUnreadable(fault: NodeJS.ErrnoException, socket: Answering): void {
  // Already refused, and called again for the data that is still arriving.
  if (socket.writableEnded) return
  // A refusal in the middle of an answer would be read as a part of it.
  if (fault.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  refuseSocket(socket, new DomainError(BY_FAULT[fault.code ?? ''] ?? 'malformed_request'))
}

/** Same for a stalled connection. */
export function refuseStalled(socket: Answering): void {
  refuseUnreadable({ name: '', message: '', code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket)
}

/** Answers on the bare connection and closes it. */
export function refuseSocket(socket: Socket, refusal: DomainError): void {
  // Drain what is still arriving for a while: closing at once could lose the answer.
  const cut = setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
  socket.resume().once('close', () => clearTimeout(cut))
  socket.end(format(refusal))
}

function format(refusal: DomainError): string {
  const status = errors[refusal.code].status
  const body = JSON.stringify(errorBody(refusal))
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}

/**
 * Refuses requests without a host or with two, and ignores expectations, which Node would refuse
 * without a body.
 */
export function answerIncomplete(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hasNone = raw.httpVersion === '1.1' && raw.headers.host === undefined
    if (hasNone || namesTwoHosts(raw)) throw new DomainError('malformed_request')
  })
  // An expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
}
