import { createFakeClock } from '@kirim/testing/fake-clock'
import { describe, expect, test } from 'vitest'
import { type CloseCause, closeOf } from '../closes.ports.ts'
import type { SessionListener } from '../devices.ports.ts'
import {
  type ConnectionsDeps,
  createDeviceConnections,
  type DeviceConnections,
} from './device-connections.ts'

/** A network that opens every session, and sends no events by itself. */
function setUp(given: Partial<ConnectionsDeps> = {}) {
  const clock = createFakeClock()
  const told: string[] = []
  const sessions: (SessionListener & { deviceId: string; ends: string[] })[] = []
  /** What a closing session waits for. */
  let closing: Promise<void> = Promise.resolve()
  const connections: DeviceConnections = createDeviceConnections({
    clock,
    random: () => 0.5,
    network: {
      link: () => ({ withdraw: () => true, answerPasskey: () => {}, confirmPasskey: () => {} }),
      open(deviceId, listener) {
        const ends: string[] = []
        sessions.push({ ...listener, deviceId, ends })
        const end = (how: string) => async () => {
          ends.push(how)
          await closing
        }
        return { close: end('closed'), logOut: end('logged out') }
      },
    },
    onOpened: async (id, { name }) => void told.push(`${id} opened as ${name}`),
    onRenamed: async (id, name) => void told.push(`${id} is ${name}`),
    onNewChats: async (id, news) => void told.push(`${id} heard ${JSON.stringify(news)}`),
    onForgedKey: async (id) => void told.push(`${id} met a forged key`),
    onClosed: async (id, { kind }) => void told.push(`${id} closed: ${kind}`),
    onState: () => {},
    onRetryDue: (id) => void connections.reconnect(id),
    onFault: (id, error) => void told.push(`${id}: ${error instanceof Error && error.message}`),
    ...given,
  })
  const last = () => {
    const session = sessions.at(-1)
    if (!session) throw new Error('nothing was opened')
    return session
  }
  return {
    clock,
    connections,
    sessions,
    told,
    last,
    waitFor: (promise: Promise<void>) => {
      closing = promise
    },
    kind: () => connections.stateOf('a').kind,
    async open() {
      await connections.connect('a')
      last().onOpen({ name: 'Kedai', lid: null })
      return last()
    },
  }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a device', () => {
  test('is idle before a request, without a session', async () => {
    const { connections, sessions, kind } = setUp()
    expect([kind(), connections.isConnected('a')]).toEqual(['idle', false])
    await connections.disconnect('a')
    await connections.reconnect('a')
    await connections.logOut('a')
    await connections.forget('a')
    expect(sessions).toEqual([])
  })

  test.each(['connecting', 'connected'])(
    'that connects through something else begins again, once what was %s is closed',
    async (kindBefore) => {
      const { connections, sessions, last, told, kind, waitFor, open } = setUp()
      if (kindBefore === 'connected') await open()
      else await connections.connect('a')
      const before = last()
      const { promise, resolve } = Promise.withResolvers<void>()
      waitFor(promise)
      const restarted = connections.restart('a')
      before.onClosed(closeOf('connection_lost'))
      expect([before.ends, sessions.length]).toEqual([['closed'], 1])
      resolve()
      await restarted
      expect([sessions.length, kind()]).toEqual([2, 'connecting'])
      // What its owner changes is no failure.
      expect(connections.stateOf('a')).toMatchObject({ attempt: 0 })
      expect(told.at(-1)).toBe('a closed: connecting')
    },
  )

  test('that waits connects at once after its proxy has changed', async () => {
    const { connections, sessions, open, kind } = setUp()
    ;(await open()).onClosed(closeOf('proxy_down'))
    await settled()
    expect(kind()).toBe('waiting')
    await connections.restart('a')
    expect([sessions.length, kind()]).toEqual([2, 'connecting'])
  })

  test('stays closed or removed when that happens during a restart', async () => {
    const { connections, sessions, open, kind, waitFor } = setUp()
    await open()
    const { promise, resolve } = Promise.withResolvers<void>()
    waitFor(promise)
    const restarted = connections.restart('a')
    await connections.disconnect('a')
    resolve()
    await restarted
    await connections.restart('a')
    await connections.restart('nobody')
    expect([sessions.length, kind()]).toEqual([1, 'idle'])
  })

  test('requested twice is opened once', async () => {
    const { connections, sessions } = setUp()
    await Promise.all([connections.connect('a'), connections.connect('a')])
    await connections.connect('a')
    expect(sessions).toHaveLength(1)
  })

  test.each<[CloseCause, string, number]>([
    ['connection_lost', 'waiting', 1000],
    ['qr_expired', 'waiting', 1000],
    ['link_forged', 'waiting', 1000],
    ['not_genuine', 'waiting', 15_000],
    ['logged_out', 'logged_out', 0],
    ['banned_until', 'waiting', 3_601_000],
    ['locked', 'stopped', 0],
    ['outdated', 'stopped', 0],
    ['banned', 'stopped', 0],
    ['client_refused', 'stopped', 0],
    ['no_linked_devices', 'stopped', 0],
    ['replaced', 'stopped', 0],
    ['unreadable', 'stopped', 0],
  ])('closed by %s is %s, and comes back by itself or not at all', async (cause, kind, wait) => {
    const here = setUp()
    const session = await here.open()
    session.onClosed(closeOf(cause))
    await settled()
    expect([here.kind(), here.told.at(-1)]).toEqual([kind, `a closed: ${kind}`])
    here.clock.advance(Math.max(0, wait - 1))
    expect(here.sessions).toHaveLength(1)
    here.clock.advance(1)
    await settled()
    expect(here.sessions).toHaveLength(wait > 0 ? 2 : 1)
    here.clock.advance(86_400_000)
    expect(here.sessions).toHaveLength(wait > 0 ? 2 : 1)
  })

  test('from another node is reopened once when it is replaced soon after, and then yields', async () => {
    const here = setUp()
    const replaced = async () => {
      here.last().onClosed(closeOf('replaced', { code: 440 }))
      await settled()
      return here.connections.stateOf('a')
    }
    const yields = { kind: 'stopped', close: { cause: 'replaced' } }
    await here.open()
    expect(await replaced()).toMatchObject(yields)
    here.connections.expectLateSignIn('a')
    await here.open()
    here.clock.advance(119_999)
    const lost = closeOf('connection_lost', { code: 440 })
    expect(await replaced()).toMatchObject({ kind: 'waiting', attempt: 1, close: lost })
    here.connections.expectLateSignIn('a')
    await here.open()
    here.clock.advance(120_000)
    expect(await replaced()).toMatchObject(yields)
    here.connections.expectLateSignIn('a')
    await here.open()
    expect(await replaced()).toMatchObject({ kind: 'waiting' })
    await here.open()
    expect(await replaced()).toMatchObject(yields)
  })

  test('refused as too old waits for its turn when a newer client version is known', async () => {
    const here = setUp()
    const session = await here.open()
    session.onClosed(closeOf('outdated'))
    await here.connections.connect('b')
    here.last().onClosed(closeOf('banned'))
    await settled()
    expect(await here.connections.newerClient()).toEqual(['a'])
    expect(await here.connections.newerClient()).toEqual([])
    expect([here.kind(), here.sessions.length]).toEqual(['waiting', 2])
    await here.connections.reconnect('a')
    expect([here.kind(), here.sessions.length]).toEqual(['connecting', 3])
  })

  test('restarts at once when the network asks for it', async () => {
    const here = setUp()
    const session = await here.open()
    session.onClosed(closeOf('restart_required'))
    await settled()
    expect([here.sessions.length, here.kind()]).toEqual([2, 'connecting'])
  })

  test('waits longer after each failure; ten seconds open reset the wait', async () => {
    const here = setUp()
    await here.connections.connect('a')
    const waits: number[] = []
    for (let attempt = 0; attempt < 8; attempt++) {
      here.last().onClosed(closeOf('connection_lost'))
      await settled()
      waits.push((here.clock.nextTimer() ?? 0) - here.clock.now())
      here.clock.advance(waits.at(-1) ?? 0)
      await settled()
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1000))
    const nextWait = async (lastedMs: number) => {
      here.last().onOpen({ name: '', lid: null })
      here.clock.advance(lastedMs)
      here.last().onClosed(closeOf('connection_lost'))
      await settled()
      const wait = (here.clock.nextTimer() ?? 0) - here.clock.now()
      here.clock.advance(wait)
      await settled()
      return wait
    }
    expect(await nextWait(9_999)).toBe(60_000)
    expect(await nextWait(10_000)).toBe(1000)
    expect(await nextWait(1)).toBe(2000)
  })

  test('does not reconnect when its owner closes it while it waits', async () => {
    const here = setUp()
    const session = await here.open()
    session.onClosed(closeOf('connection_lost'))
    await settled()
    await here.connections.disconnect('a')
    expect(here.clock.nextTimer()).toBeNull()
    expect(here.kind()).toBe('idle')
  })

  test('is opened at once, and only once, when its owner reconnects it while it waits', async () => {
    const here = setUp()
    const session = await here.open()
    session.onClosed(closeOf('connection_lost'))
    await settled()
    await here.connections.connect('a')
    here.clock.advance(60_000)
    await settled()
    expect(here.sessions).toHaveLength(2)
  })
})

describe('a session', () => {
  test('closed on purpose has no more effect, however late its events come', async () => {
    const here = setUp()
    const old = await here.open()
    await here.connections.disconnect('a')
    await here.connections.connect('a')
    here.told.length = 0
    old.onOpen({ name: 'Old', lid: null })
    old.onRenamed('Old')
    old.onForgedKey()
    old.onClosed(closeOf('logged_out'))
    await settled()
    expect(here.told).toEqual([])
    expect(here.kind()).toBe('connecting')
    here.last().onOpen({ name: 'New', lid: null })
    expect(here.told).toEqual(['a opened as New'])
  })

  test('of a forgotten device has no more effect', async () => {
    const here = setUp()
    const session = await here.open()
    await here.connections.logOut('a')
    expect(session.ends).toEqual(['logged out'])
    here.told.length = 0
    session.onClosed(closeOf('logged_out'))
    await settled()
    expect(here.told).toEqual([])
    expect(here.kind()).toBe('idle')
  })

  test('that reports its close twice counts once', async () => {
    const here = setUp()
    const session = await here.open()
    session.onClosed(closeOf('connection_lost'))
    session.onClosed(closeOf('logged_out'))
    await settled()
    expect(here.told.filter((one) => one.includes('closed'))).toEqual(['a closed: waiting'])
  })

  test('continues when its state cannot be stored, and the fault is reported', async () => {
    const fails = async () => {
      throw new Error('locked')
    }
    const here = setUp({ onOpened: fails, onRenamed: fails, onForgedKey: fails, onClosed: fails })
    const session = await here.open()
    expect(here.kind()).toBe('connected')
    session.onRenamed('Kedai Baru')
    session.onForgedKey()
    session.onClosed(closeOf('connection_lost'))
    await settled()
    expect(here.told).toEqual(Array(4).fill('a: locked'))
    expect(here.kind()).toBe('waiting')
  })

  test('is fully closed before disconnecting resolves', async () => {
    const here = setUp()
    const session = await here.open()
    const { promise, resolve } = Promise.withResolvers<void>()
    here.waitFor(promise)
    let isOver = false
    const closing = here.connections.disconnect('a').then(() => {
      isOver = true
    })
    await settled()
    expect([session.ends, isOver]).toEqual([['closed'], false])
    expect(here.connections.isConnected('a')).toBe(false)
    resolve()
    await closing
  })
})

describe('opening only to log out', () => {
  test.each(['onOpen', 'onClosed'] as const)('ends with %s', async (how) => {
    const here = setUp()
    const opening = here.connections.openBriefly('a', 10_000)
    await settled()
    if (how === 'onOpen') here.last().onOpen({ name: '', lid: null })
    else here.last().onClosed(closeOf('connection_lost'))
    await opening
    expect(here.clock.nextTimer()).toBeNull()
    await here.connections.logOut('a')
    expect(here.last().ends).toEqual(['logged out'])
    expect(here.told).toEqual([])
  })

  test('gives up after its timeout, and closes an earlier session', async () => {
    const here = setUp()
    const before = await here.open()
    const opening = here.connections.openBriefly('a', 10_000)
    await settled()
    expect(before.ends).toEqual(['closed'])
    here.clock.advance(9_999)
    here.clock.advance(1)
    await opening
    await here.connections.logOut('a')
    expect(here.sessions.at(-1)?.ends).toEqual(['logged out'])
  })
})

test('a stopping server closes every session, and nothing reconnects', async () => {
  const here = setUp()
  const open = await here.open()
  await here.connections.connect('b')
  here.last().onClosed(closeOf('connection_lost'))
  await settled()
  await here.connections.markReconnecting('c')
  await here.connections.stop()
  expect(open.ends).toEqual(['closed'])
  expect(here.clock.nextTimer()).toBeNull()
  expect(['a', 'b', 'c'].map((id) => here.connections.stateOf(id).kind)).toEqual([
    'idle',
    'idle',
    'idle',
  ])
})
