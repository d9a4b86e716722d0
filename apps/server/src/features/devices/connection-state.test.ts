import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ConnectionEvent,
  type ConnectionState,
  nextConnection,
  waitBefore,
  waitOf,
} from './connection-state.ts'

const closed = (cause: Extract<ConnectionEvent, { kind: 'closed' }>['cause']): ConnectionEvent => ({
  kind: 'closed',
  cause,
})
const idle: ConnectionState = { kind: 'idle' }
const connecting = (attempt = 0): ConnectionState => ({ kind: 'connecting', attempt })
const waiting = (attempt: number): ConnectionState => ({ kind: 'waiting', attempt })
const suspicious = (kind: 'connecting' | 'waiting', attempt: number): ConnectionState => ({
  kind,
  attempt,
  notGenuine: true,
})
const connected: ConnectionState = { kind: 'connected' }
const replaced: ConnectionState = { kind: 'replaced' }
const loggedOut: ConnectionState = { kind: 'logged_out' }

describe('nextConnection', () => {
  test.each<[ConnectionState, ConnectionEvent, ConnectionState, string[]]>([
    [idle, { kind: 'wanted' }, connecting(), ['open']],
    [replaced, { kind: 'wanted' }, connecting(), ['open']],
    [waiting(4), { kind: 'wanted' }, connecting(), ['open']],
    [connected, { kind: 'wanted' }, connected, []],
    [connecting(2), { kind: 'wanted' }, connecting(2), []],
    [loggedOut, { kind: 'wanted' }, loggedOut, []],
    [connecting(3), { kind: 'opened' }, connected, []],
    [idle, { kind: 'opened' }, idle, []],
    [idle, { kind: 'will_reconnect' }, waiting(0), []],
    [waiting(0), { kind: 'retry_due' }, connecting(), ['open']],
    [connected, { kind: 'will_reconnect' }, connected, []],
    [loggedOut, { kind: 'will_reconnect' }, loggedOut, []],
    [connected, closed('connection_lost'), waiting(1), ['retry_later']],
    [connecting(3), closed('connection_lost'), waiting(4), ['retry_later']],
    [connecting(3), closed('not_genuine'), suspicious('waiting', 4), ['retry_later']],
    [suspicious('waiting', 4), { kind: 'retry_due' }, suspicious('connecting', 4), ['open']],
    [suspicious('waiting', 4), { kind: 'wanted' }, connecting(), ['open']],
    [suspicious('connecting', 4), { kind: 'opened' }, connected, []],
    [suspicious('connecting', 4), closed('connection_lost'), waiting(5), ['retry_later']],
    [connected, closed('restart_required'), connecting(1), ['open']],
    [connected, closed('logged_out'), loggedOut, []],
    [connecting(), closed('logged_out'), loggedOut, []],
    [connected, closed('replaced'), replaced, []],
    [connecting(), closed('unreadable'), idle, []],
    [replaced, { kind: 'retry_due' }, replaced, []],
    [idle, closed('connection_lost'), idle, []],
    [waiting(2), { kind: 'retry_due' }, connecting(2), ['open']],
    [connected, { kind: 'retry_due' }, connected, []],
    [connected, { kind: 'unwanted' }, idle, ['close']],
    [waiting(2), { kind: 'unwanted' }, idle, ['close']],
    [loggedOut, { kind: 'unwanted' }, loggedOut, []],
  ])('%j on %j becomes %j and does %j', (state, event, next, actions) => {
    expect(nextConnection(state, event)).toEqual({ state: next, actions })
  })
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

test('after a server that is not the network, the wait is from a quarter of a minute to a quarter of an hour', () => {
  const wait = (attempt: number) =>
    waitOf({ kind: 'waiting', attempt, notGenuine: true }, () => 0.5)
  expect(wait(1)).toBe(15_000)
  expect(wait(2)).toBe(30_000)
  expect(wait(100)).toBe(15 * 60_000)
  expect(waitOf({ kind: 'waiting', attempt: 1 }, () => 0.5)).toBe(1000)
})
