import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errors } from '@kirim/contract/errors'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '../errors.ts'
import { namesTwoHosts } from './allowed-hosts.ts'
import { errorBody } from './error-handler.ts'

const CLOSE_DELAY_MS = 1000

/** A connection with the answer being written to it, which Node itself asks for here. */
type Answering = Socket & { readonly _httpMessage?: ServerResponse | null }

/** The rest of what went wrong while reading is the fault of what was sent. */
const BY_FAULT: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Answers what is no HTTP, or too much of it,
 * in the form of every refusal [7.message], and closes the connection.
 */
export function refuseUnreadable(fault: NodeJS.ErrnoException, socket: Answering): void {
  // Refused already, and told again of what is still coming.
  if (socket.writableEnded) return
  // A refusal in the middle of an answer would be read as a part of it.
  if (fault.code === 'ECONNRESET' || !socket.writable || socket._httpMessage?.headersSent) {
    socket.destroy()
    return
  }
  refuseSocket(socket, new DomainError(BY_FAULT[fault.code ?? ''] ?? 'malformed_request'))
}

/** Answers on the bare connection, and closes it. */
export function refuseSocket(socket: Socket, refusal: DomainError): void {
  // What is still coming is read and let go, for a time:
  // cutting the connection could take the answer with it.
  const cut = setTimeout(() => socket.destroy(), CLOSE_DELAY_MS)
  socket.resume().once('close', () => clearTimeout(cut))
  socket.end(written(refusal))
}

/** The same, without a moment's patience: nothing of what comes is read. */
export function rejectAtOnce(socket: Socket, refusal: DomainError): void {
  socket.end(written(refusal))
  socket.destroySoon()
}

function written(refusal: DomainError): string {
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
 * What Node would answer by itself, with nothing in it, or let pass, gets the server's own answer.
 */
export function answerIncomplete(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hasNone = raw.httpVersion === '1.1' && raw.headers.host === undefined
    if (hasNone || namesTwoHosts(raw)) throw new DomainError('malformed_request')
  })
  // An expectation may be left unmet (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  )
}
