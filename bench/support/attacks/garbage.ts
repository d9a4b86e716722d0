import { io } from 'socket.io-client'
import { everyCall } from '../../../apps/server/src/testing/contract-calls.ts'
import {
  fuzzedRequests,
  type WrittenRequest,
} from '../../../apps/server/src/testing/fuzzed-requests.ts'
import { type Attack, createSender, type Sent, type Target } from './attack.ts'

const REQUESTS = 20_000
const AT_ONCE = 16
const SEED = 1
const EVENTS = 5000
const EVENTS_PER_SOCKET = 60

/** 20,000 mostly malformed requests, repeated from the start. */
export const fuzz: Attack = async (target) => {
  const calls = everyCall().map(([, spec]) => spec)
  const place = { groupId: 'x', idsIn: () => ({}) }
  const requests: Sent[] = []
  const made = fuzzedRequests(calls, place, { numRuns: REQUESTS, seed: SEED })
  for (const one of made) requests.push(await asSent(one, target))
  const send = createSender(target, AT_ONCE)
  return async (isOver) => {
    const statuses: Record<number, number> = {}
    let next = 0
    const one = async () => {
      // Runs to the end, however long that takes.
      while (next < REQUESTS || !isOver()) {
        const sent = requests[next++ % requests.length]
        if (!sent) return
        const status = await send(sent)
        statuses[status] = (statuses[status] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
    return statuses
  }
}

async function asSent(one: WrittenRequest, { token }: Target): Promise<Sent> {
  const { method, type, body } = one
  const written = body === undefined ? null : new Response(body)
  const url = new URL(`http://x/api${one.path}`)
  return {
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      // Signs in again, because one of the requests may sign the user out.
      ...(one.token === 'own' && !one.spec.path.startsWith('/users/')
        ? { authorization: `Bearer ${token}` }
        : one.token && { authorization: 'Bearer made-up' }),
      ...(written && { 'content-type': type ?? written.headers.get('content-type') ?? '' }),
    },
    ...(written && { body: Buffer.from(await written.arrayBuffer()) }),
  }
}

/** 5,000 unsolicited events, over sockets that are reopened when closed. */
export const events: Attack = async (target) => {
  const values = ['['.repeat(5000), '\u0315\u0300'.repeat(5000), 'x'.repeat(15_000), null, [[]], {}]
  const names = ['get_whatsapp_status', 'whatsapp_connect_request', 'message', '__proto__']
  return async (isOver) => {
    const counts = { sockets: 0, events: 0 }
    const one = async () => {
      while (counts.events < EVENTS || !isOver()) {
        const socket = io(`http://${target.host}:${target.port}`, {
          auth: { token: target.token },
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
        })
        const over = new Promise<void>((done) => {
          socket.once('connect_error', () => done())
          socket.once('disconnect', () => done())
          setTimeout(done, 2000)
        })
        counts.sockets += 1
        await new Promise<void>((next) => {
          socket.once('connect', () => next())
          socket.once('connect_error', () => next())
        })
        for (let n = 0; n < EVENTS_PER_SOCKET; n += 1) {
          socket.emit(names[n % names.length] ?? '', values[n % values.length])
          counts.events += 1
        }
        await over
        socket.close()
      }
    }
    await Promise.all(Array.from({ length: 8 }, one))
    return counts
  }
}
