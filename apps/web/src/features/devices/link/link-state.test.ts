import { ConnectionStatus } from '@kirim/contract/devices'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  initialLinkState,
  type LinkEvent,
  type LinkState,
  nextLinkState,
  refreshesDevices,
} from './link-state.ts'

const now = 1_000_000
const idle = initialLinkState('u1')
const code = { text: 'code-1', expiresAt: now + 20_000, lifeMs: 20_000 }
const waiting: LinkState = { ...idle, status: 'waiting_qr', code }
const closing: LinkState = { ...waiting, closing: true }
const connecting: LinkState = { ...idle, status: 'Connecting...' }
const connected: LinkState = { ...idle, status: 'connected' }
const linked: LinkState = { ...connected, ended: 'linked' }
const expired: LinkState = { ...idle, ended: 'expired' }
const limit: LinkState = { ...idle, status: 'limit_reached' }

const step = {
  state: 'asked' as const,
  options: {
    challenge: 'AAAA',
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required' as const,
  },
  refused: null,
  code: null,
}
const asks: LinkEvent = { type: 'passkey', step: { ...step, expiresInMs: 600_000 }, now }
const asked: LinkState = {
  ...idle,
  status: 'waiting_qr',
  passkey: { ...step, expiresAt: now + 600_000 },
}
const unanswered: LinkState = { ...idle, ended: 'no_passkey' }

const qr: LinkEvent = { type: 'qr', text: 'code-1', life: { expiresInMs: 20_000, attempt: 1 }, now }
const status = (name: ConnectionStatus): LinkEvent => ({ type: 'status', status: name })
const lost: LinkEvent = { type: 'line_lost' }
const ask: LinkEvent = { type: 'connect_requested' }
const close: LinkEvent = { type: 'close_requested' }

describe('the connection card', () => {
  it.each<[string, LinkState, LinkEvent, LinkState]>([
    ['a code is shown, whatever was before', idle, qr, waiting],
    ['a code after asking', connecting, qr, waiting],
    ['a code after one ran out', expired, qr, waiting],
    ['waiting_qr keeps the code', waiting, status('waiting_qr'), waiting],
    ['closed something else while the code waits', closing, status('waiting_qr'), waiting],
    ['waiting_qr alone shows no code', idle, status('waiting_qr'), { ...waiting, code: null }],
    ['connected clears the code: it was scanned', waiting, status('connected'), linked],
    ['connected without a code links nothing new', idle, status('connected'), connected],
    ['disconnected while waiting: the codes ran out', waiting, status('disconnected'), expired],
    ['disconnected because we closed something', closing, status('disconnected'), idle],
    ['disconnected while connecting', connecting, status('disconnected'), idle],
    ['disconnected again after the codes ran out', expired, status('disconnected'), expired],
    ['disconnected after a link', linked, status('disconnected'), idle],
    ['connected is told again after a link', linked, status('connected'), linked],
    ['limit_reached clears the code', waiting, status('limit_reached'), limit],
    ['limit_reached instead of a code', connecting, status('limit_reached'), limit],
    ['a passkey takes the place of the code', waiting, asks, asked],
    ['a passkey is asked for again', asked, asks, asked],
    ['waiting_qr keeps the passkey', asked, status('waiting_qr'), asked],
    ['a passkey that answered links', asked, status('connected'), linked],
    ['a passkey step that ended says so', asked, status('disconnected'), unanswered],
    ['and still says so', unanswered, status('disconnected'), unanswered],
    ['a passkey step that we cancelled', { ...asked, closing: true }, status('disconnected'), idle],
    ['a code takes the place of the passkey', asked, qr, waiting],
    ['a lost line clears the passkey', asked, lost, idle],
    ['a lost line clears the code', waiting, lost, idle],
    ['a lost line while connected', linked, lost, idle],
    ['asking shows Connecting... at once', expired, ask, connecting],
    ['asking for another clears the old code', waiting, ask, connecting],
    ['closing changes nothing in sight', waiting, close, closing],
  ])('%s', (_name, before, event, after) => {
    expect(nextLinkState(before, event)).toEqual(after)
  })

  it('has no user yet', () => {
    expect(initialLinkState(undefined).status).toBe('User not loaded')
  })

  it('a code told again keeps the life it was first seen with', () => {
    const again: LinkEvent = {
      type: 'qr',
      text: 'code-1',
      life: { expiresInMs: 5000, attempt: 1 },
      now: now + 15_000,
    }
    expect(nextLinkState(waiting, again).code).toEqual(code)
  })

  it('the next code starts a life of its own', () => {
    const next: LinkEvent = {
      type: 'qr',
      text: 'code-2',
      life: { expiresInMs: 10_000, attempt: 2 },
      now,
    }
    expect(nextLinkState(waiting, next).code).toEqual({
      text: 'code-2',
      expiresAt: now + 10_000,
      lifeMs: 10_000,
    })
  })

  it('never shows a code unless it waits for a scan [4.device.clears]', () => {
    const anyStatus = fc.constantFrom(...ConnectionStatus.options).map(status)
    const events = fc.array(fc.oneof(anyStatus, fc.constantFrom(qr, asks, lost, ask, close)))
    fc.assert(
      fc.property(events, (steps) => {
        const end = steps.reduce(nextLinkState, idle)
        expect(end.code === null || end.status === 'waiting_qr').toBe(true)
        expect(end.code === null || end.passkey === null).toBe(true)
      }),
    )
  })

  it.each([
    ['connected', true],
    ['disconnected', true],
    ['limit_reached', true],
    ['waiting_qr', false],
  ] as const)('%s refreshes the device list: %s [4.device.refreshes]', (name, refreshes) => {
    expect(refreshesDevices(name)).toBe(refreshes)
  })
})
