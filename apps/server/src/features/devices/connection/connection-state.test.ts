import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CLOSES, type Close, type CloseCause, causeOfCode, closeOf } from '../closes.ports.ts'
import {
  type ConnectionEvent,
  type ConnectionState,
  isBackSoon,
  nextConnection,
  waitBefore,
  waitOf,
} from './connection-state.ts'

const AT = 1_000_000
const closed = (cause: CloseCause, about: Partial<Close> = {}): ConnectionEvent => ({
  kind: 'closed',
  close: closeOf(cause, about),
  at: AT,
})
const opened: ConnectionEvent = { kind: 'opened', at: AT }
const idle: ConnectionState = { kind: 'idle' }
const connecting = (attempt = 0, cause?: CloseCause): ConnectionState => ({
  kind: 'connecting',
  attempt,
  close: cause ? closeOf(cause) : null,
})
const waiting = (attempt: number, cause?: CloseCause) =>
  ({ kind: 'waiting', attempt, close: cause ? closeOf(cause) : null }) as const
const connected = (attempt = 0, since = AT): ConnectionState => ({
  kind: 'connected',
  attempt,
  since,
})
const stopped = (cause: CloseCause): ConnectionState => ({ kind: 'stopped', close: closeOf(cause) })
const loggedOut: ConnectionState = { kind: 'logged_out' }

describe('nextConnection', () => {
  test.each<[ConnectionState, ConnectionEvent, ConnectionState, string[]]>([
    [idle, { kind: 'wanted' }, connecting(), ['open']],
    [stopped('replaced'), { kind: 'wanted' }, connecting(), ['open']],
    [stopped('banned'), { kind: 'wanted' }, connecting(), ['open']],
    [waiting(4), { kind: 'wanted' }, connecting(), ['open']],
    [connected(), { kind: 'wanted' }, connected(), []],
    [connecting(2), { kind: 'wanted' }, connecting(2), []],
    [loggedOut, { kind: 'wanted' }, loggedOut, []],
    [connecting(3), opened, connected(3), []],
    [idle, opened, idle, []],
    [idle, { kind: 'will_reconnect' }, waiting(0), []],
    [waiting(0), { kind: 'retry_due' }, connecting(), ['open']],
    [connected(), { kind: 'will_reconnect' }, connected(), []],
    [loggedOut, { kind: 'will_reconnect' }, loggedOut, []],
    [connected(), closed('connection_lost'), waiting(1, 'connection_lost'), ['retry_later']],
    [
      connected(7, AT - 9_999),
      closed('connection_lost'),
      waiting(8, 'connection_lost'),
      ['retry_later'],
    ],
    [
      connected(7, AT - 10_000),
      closed('connection_lost'),
      waiting(1, 'connection_lost'),
      ['retry_later'],
    ],
    [
      connected(7, AT - 59_999),
      closed('not_understood'),
      waiting(8, 'not_understood'),
      ['retry_later'],
    ],
    [connecting(3), closed('connection_lost'), waiting(4, 'connection_lost'), ['retry_later']],
    [connecting(3), closed('not_genuine'), waiting(4, 'not_genuine'), ['retry_later']],
    [connecting(), closed('banned_until'), waiting(1, 'banned_until'), ['retry_later']],
    [waiting(4, 'not_genuine'), { kind: 'retry_due' }, connecting(4, 'not_genuine'), ['open']],
    [waiting(4, 'not_genuine'), { kind: 'wanted' }, connecting(), ['open']],
    [connected(), closed('restart_required'), connecting(1), ['open']],
    [connecting(4), closed('restart_required'), connecting(5), ['open']],
    [connecting(5), closed('restart_required'), waiting(6, 'restart_required'), ['retry_later']],
    [connected(), closed('logged_out'), loggedOut, []],
    [connecting(), closed('logged_out'), loggedOut, []],
    [connected(), closed('replaced'), stopped('replaced'), []],
    [connecting(), closed('unreadable'), stopped('unreadable'), []],
    [connecting(), closed('outdated'), stopped('outdated'), []],
    [stopped('outdated'), { kind: 'newer_client' }, waiting(0, 'outdated'), []],
    [stopped('banned'), { kind: 'newer_client' }, stopped('banned'), []],
    [connected(), { kind: 'newer_client' }, connected(), []],
    [stopped('banned'), { kind: 'retry_due' }, stopped('banned'), []],
    [stopped('banned'), { kind: 'unwanted' }, idle, ['close']],
    [idle, closed('connection_lost'), idle, []],
    [waiting(2), { kind: 'retry_due' }, connecting(2), ['open']],
    [connected(), { kind: 'retry_due' }, connected(), []],
    [connected(), { kind: 'unwanted' }, idle, ['close']],
    [waiting(2), { kind: 'unwanted' }, idle, ['close']],
    [loggedOut, { kind: 'unwanted' }, loggedOut, []],
  ])('%j on %j becomes %j and does %j', (state, event, next, actions) => {
    expect(nextConnection(state, event)).toEqual({ state: next, actions })
  })
})

test.each<[number | null, CloseCause]>([
  [401, 'logged_out'],
  [402, 'banned_until'],
  [403, 'locked'],
  [405, 'outdated'],
  [406, 'banned'],
  [408, 'connection_lost'],
  [409, 'client_refused'],
  [411, 'no_linked_devices'],
  [419, 'logged_out'],
  [428, 'connection_lost'],
  [440, 'replaced'],
  [500, 'connection_lost'],
  [503, 'connection_lost'],
  [515, 'restart_required'],
  [0, 'connection_lost'],
  [-1, 'connection_lost'],
  [999, 'connection_lost'],
  [null, 'connection_lost'],
])('the network code %s is %s', (code, cause) => {
  expect(causeOfCode(code)).toBe(cause)
})

test('each code has one meaning, and only a logout ends a link', () => {
  const codes = Object.values(CLOSES).flatMap((rule): readonly number[] => rule.codes)
  expect(new Set(codes).size).toBe(codes.length)
  const ends = Object.values(CLOSES).filter(({ next }) => next === 'log_out')
  expect(ends).toEqual([CLOSES.logged_out])
})

test('the wait grows, is never shorter than 0.75 s nor longer than 75 s', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, r) => {
        const wait = waitBefore(attempt, () => r)
        return wait >= 750 && wait <= 75_000 && waitBefore(attempt + 1, () => r) >= wait
      },
    ),
  )
})

const waitAfter = (attempt: number, close: Close | null) =>
  waitOf({ kind: 'waiting', attempt, close }, AT, () => 0.5)

test('after an impostor, the wait is between 15 seconds and 15 minutes', () => {
  const wait = (attempt: number) => waitAfter(attempt, closeOf('not_genuine'))
  expect(wait(1)).toBe(15_000)
  expect(wait(2)).toBe(30_000)
  expect(wait(100)).toBe(15 * 60_000)
  expect(waitAfter(1, null)).toBe(1000)
  expect(waitAfter(1, closeOf('connection_lost'))).toBe(1000)
})

test.each<[string, number | null, number]>([
  ['its end', AT + 90_000, 91_000],
  ['an end that is over', AT - 90_000, 1000],
  ['no end', null, 3_601_000],
])('a ban with %s is waited for', (_what, until, wait) => {
  expect(waitAfter(1, closeOf('banned_until', { until }))).toBe(wait)
})

test.each<[boolean, string, ConnectionState]>([
  [true, 'has lost its connection', waiting(1, 'connection_lost')],
  [true, 'connects after a start', connecting()],
  [true, 'has tried three times', connecting(3, 'connection_lost')],
  [false, 'has tried four times', waiting(4, 'connection_lost')],
  [false, 'is banned for a time', waiting(1, 'banned_until')],
  [false, 'is answered by an impostor', waiting(1, 'not_genuine')],
  [false, 'was closed by its owner', idle],
  [false, 'does not connect again', stopped('replaced')],
])('it is %s that a device is back soon that %s', (isSoon, _, state) => {
  expect(isBackSoon(state)).toBe(isSoon)
})
