import { describe, expect, test } from 'vitest'
import { UpgradeRefused } from './attempt-limits.ts'
import { readClose, statusOf } from './close-cause.ts'

/** A close as the driver reports it. */
const boom = (statusCode: unknown, message = 'closed') =>
  Object.assign(new Error(message), { output: { statusCode } })

describe('why a connection ended', () => {
  test.each<[number, string]>([
    [515, 'restart_required'],
    [401, 'logged_out'],
    [403, 'locked'],
    [405, 'outdated'],
    [0, 'connection_lost'],
    [-1, 'connection_lost'],
  ])('%i is %s', (code, cause) => {
    expect(readClose(boom(code), 0)).toEqual({ cause, code, until: null })
  })

  test.each<[string, unknown, number | null]>([
    ['in seconds', '3600', 3_601_000],
    ['as a moment', '1893456000', 1_893_456_000_000],
    ['in no number', 'soon', null],
    ['absurdly long', '9'.repeat(40), null],
    ['as no text', 3600, null],
    ['nowhere', undefined, null],
  ])('the end of a ban is read %s', (_what, expire, until) => {
    const error = Object.assign(boom(402), { data: { reason: '402', code: '101', expire } })
    expect(readClose(error, 1000)).toEqual({ cause: 'banned_until', code: 402, until })
    const ended = Object.assign(boom(402), { data: { tag: 'stream:error', attrs: { expire } } })
    expect(readClose(ended, 1000)).toEqual({ cause: 'banned_until', code: 402, until })
  })

  test.each([401, 403, 503])('an answer to the upgrade with %i is a lost connection', (status) => {
    const close = { cause: 'connection_lost', code: status, until: null }
    expect(readClose(new UpgradeRefused(status), 0)).toEqual(close)
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', '401'],
    ['an error alone', new Error('socket hang up')],
    ['no output', { output: null }],
    ['another output', { output: 401 }],
    ['a code as text', boom('401')],
    ['no code', { output: {} }],
  ])('%s is a lost connection, and has no code', (_what, error) => {
    expect(readClose(error, 0).cause).toBe('connection_lost')
    expect(statusOf(error)).toBeNull()
  })

  test.each([
    ['invalid noise leaf certificate', 'not_genuine'],
    ['certification match failed', 'not_genuine'],
    ['Invalid account signature', 'link_forged'],
    ['invalid account signature', 'logged_out'],
  ])('%s counts before its code', (said, cause) => {
    expect(readClose(boom(401, said), 0).cause).toBe(cause)
  })
})
