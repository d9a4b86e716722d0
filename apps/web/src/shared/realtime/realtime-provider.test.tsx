// @vitest-environment jsdom
import { EventEmitter } from 'node:events'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onWorkspaceRefused, setCalledWorkspace } from '#shared/api/called-workspace.ts'
import { type Realtime, useRealtime } from './realtime-context.ts'
import { useConnectError, useRealtimeEvent } from './realtime-events.ts'
import { RealtimeProvider } from './realtime-provider.tsx'

/** The parts of a socket.io socket that the provider uses; `active` as after a lost connection. */
class FakeSocket extends EventEmitter {
  active = true
  connected = false
  sent: unknown[][] = []
  connects = 0
  connect(): void {
    this.connects += 1
  }
  disconnect(): this {
    this.connected = false
    return this
  }
  override off(event: string, listener: (...args: unknown[]) => void): this {
    return super.off(event, listener)
  }
  hear(event: string, ...args: unknown[]): void {
    super.emit(event, ...args)
  }
  override emit(event: string, ...args: unknown[]): boolean {
    this.sent.push([event, ...args])
    return true
  }
}

const created = vi.hoisted(() => ({ options: [] as unknown[], sockets: [] as unknown[] }))
vi.mock('#shared/ui/when-idle.ts', () => ({
  pauseIdleWork: () => () => undefined,
  whenIdle: (work: () => void) => {
    work()
    return () => undefined
  },
}))
vi.mock('socket.io-client', () => ({
  io: (options: unknown) => {
    created.options.push(options)
    const next = new FakeSocket()
    created.sockets.push(next)
    return next
  },
}))

const signedOut = vi.fn()
const handler = vi.fn()
let realtime: Realtime | null = null

function Probe() {
  realtime = useRealtime()
  useRealtimeEvent('whatsapp_status', (status) => handler('status', status))
  useRealtimeEvent('whatsapp_qr', (code, life) => handler('qr', code, life))
  useConnectError((reason) => handler('connect_error', reason))
  return (
    <p>
      {realtime.status} {realtime.lastError}
    </p>
  )
}

const tree = (token: string) => (
  <RealtimeProvider token={token} userId="u1" workspaceId="w1" onSignedOut={signedOut}>
    <Probe />
  </RealtimeProvider>
)

/** Renders again for the same user with another token. */
let renew: (token: string) => void = () => undefined

async function start(): Promise<FakeSocket> {
  const view = render(tree('t1'))
  renew = (token) => view.rerender(tree(token))
  await act(() => vi.dynamicImportSettled())
  const socket = created.sockets.at(-1)
  if (!(socket instanceof FakeSocket)) throw new Error('No socket was made.')
  return socket
}

async function connected(): Promise<FakeSocket> {
  const socket = await start()
  socket.connected = true
  act(() => socket.hear('connect'))
  return socket
}

beforeEach(() => {
  vi.useFakeTimers()
  signedOut.mockReset()
  handler.mockReset()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('connects with the token and the timings of the spec [9.realtime.reconnect] [9.realtime.timeout] [9.realtime.path]', async () => {
  const socket = await start()
  expect(socket.connects).toBe(1)
  expect(created.options.at(-1)).toMatchObject({
    path: '/socket.io',
    auth: { token: 't1', workspace: 'w1' },
    query: { userId: 'u1' },
    reconnectionDelay: 1000,
    reconnectionDelayMax: 5000,
    randomizationFactor: 0.5,
    timeout: 20_000,
  })
  screen.getByText('connecting')
})

it('gives the reason for a failed connect until it is connected', async () => {
  const socket = await start()
  act(() => socket.hear('connect_error', new Error('timeout')))
  screen.getByText('disconnected timeout')
  expect(handler).toHaveBeenCalledExactlyOnceWith('connect_error', {
    code: '',
    params: {},
    message: 'timeout',
  })
  act(() => socket.hear('connect'))
  screen.getByText('connected')
})

it('passes on events whose arguments match the contract, and drops others', async () => {
  const socket = await connected()
  const life = { expiresInMs: 20_000, attempt: 1 }
  act(() => socket.hear('whatsapp_status', 'waiting_qr'))
  act(() => socket.hear('whatsapp_status', 'on fire'))
  act(() => socket.hear('whatsapp_qr', 'code', life))
  act(() => socket.hear('whatsapp_qr', 'code'))
  expect(handler.mock.calls).toEqual([
    ['status', 'waiting_qr'],
    ['qr', 'code', life],
  ])
})

it('sends only while connected and queues nothing', async () => {
  const socket = await start()
  expect(realtime?.emit('get_whatsapp_status')).toBe(false)
  socket.connected = true
  act(() => socket.hear('connect'))
  expect(realtime?.emit('whatsapp_connect_request', 'u1')).toBe(true)
  expect(socket.sent).toEqual([['whatsapp_connect_request', 'u1']])
})

it.each([
  ['was disconnected by the server', (socket: FakeSocket) => socket.hear('disconnect')],
  ['was refused', (socket: FakeSocket) => socket.hear('connect_error', new Error('busy'))],
])('reconnects by itself after it %s', async (_name, happens) => {
  const socket = await connected()
  socket.active = false
  act(() => happens(socket))
  expect(socket.connects).toBe(1)
  act(() => vi.advanceTimersByTime(5000))
  expect(socket.connects).toBe(2)
})

it('stays connected when the user connected before it was tried again', async () => {
  const socket = await connected()
  socket.active = false
  socket.connected = false
  act(() => socket.hear('disconnect'))
  act(() => realtime?.reconnectNow())
  socket.connected = true
  act(() => socket.hear('connect'))
  act(() => vi.advanceTimersByTime(60_000))
  screen.getByText('connected')
  expect(socket.connects).toBe(2)
})

it.each([
  ['says so', (socket: FakeSocket) => socket.hear('signed_out')],
  [
    'refuses the token',
    (socket: FakeSocket) =>
      socket.hear(
        'connect_error',
        Object.assign(new Error('Please sign in.'), {
          data: { message: 'Please sign in.', code: 'unauthenticated' },
        }),
      ),
  ],
])('the user is signed out when the server %s', async (_name, happens) => {
  const socket = await start()
  socket.active = false
  act(() => happens(socket))
  expect(signedOut).toHaveBeenCalledOnce()
  act(() => vi.advanceTimersByTime(60_000))
  expect(socket.connects).toBe(1)
})

it('a refusal for the workspace is reported, and the connection tried again', async () => {
  setCalledWorkspace('w1')
  const refused = vi.fn()
  const stop = onWorkspaceRefused(refused)
  const socket = await start()
  socket.active = false
  const data = { message: 'Gone.', code: 'workspace_not_found' }
  act(() => socket.hear('connect_error', Object.assign(new Error('Gone.'), { data })))
  stop()
  setCalledWorkspace(null)
  expect([refused.mock.calls.length, signedOut.mock.calls.length]).toEqual([1, 0])
  act(() => vi.advanceTimersByTime(60_000))
  expect(socket.connects).toBe(2)
})

it('another token gets a new connection, which starts as connecting', async () => {
  const before = await connected()
  screen.getByText('connected')
  renew('t2')
  screen.getByText('connecting')
  await act(() => vi.dynamicImportSettled())
  expect([before.connected, before.eventNames()]).toEqual([false, []])
  expect(created.options.at(-1)).toMatchObject({ auth: { token: 't2' } })
  expect(realtime?.emit('get_whatsapp_status')).toBe(false)
})

it('closes the socket when the user leaves', async () => {
  const socket = await connected()
  cleanup()
  expect(socket.connected).toBe(false)
  expect(socket.eventNames()).toEqual([])
})
