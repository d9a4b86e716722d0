import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stand-in for an AI provider on loopback: records requests and answers as configured. */
export async function startModelServer() {
  const requests: { url: string; headers: IncomingHttpHeaders }[] = []
  let answer: (response: ServerResponse) => void = (response) => response.end('{"data":[]}')
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    answer(response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answerWith(status: number, body: string | object, headers: Record<string, string> = {}): void {
      answer = (response) => {
        response.writeHead(status, headers)
        response.end(typeof body === 'string' ? body : JSON.stringify(body))
      }
    },
    /** Leaves all further requests to `act`. */
    answerBy(act: (response: ServerResponse) => void): void {
      answer = act
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export type ModelServer = Awaited<ReturnType<typeof startModelServer>>
