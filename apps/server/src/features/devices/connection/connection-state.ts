import { z } from 'zod'
import { backOff } from '../../../platform/back-off.ts'
import { CLOSES, Close } from '../closes.ports.ts'

const tries = {
  /** How often it failed in a row. */
  attempt: z.number(),
  /** Why it failed last; null when it has not. */
  close: z.nullable(Close),
}

/**
 * The state of a linked device's connection. `idle`: closed by its owner. `waiting`: reconnects by
 * itself, also after a restart, at `nextTryAt` once that is known. `stopped`: does not reconnect
 * until its owner asks for it.
 */
export const ConnectionState = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('connecting'), ...tries }),
  z.object({ kind: z.literal('connected'), attempt: z.number(), since: z.number() }),
  z.object({ kind: z.literal('waiting'), ...tries, nextTryAt: z.optional(z.number()) }),
  z.object({ kind: z.literal('stopped'), close: Close }),
  z.object({ kind: z.literal('logged_out') }),
])
export type ConnectionState = Readonly<z.infer<typeof ConnectionState>>

export type ConnectionEvent =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'will_reconnect' }
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'opened'; readonly at: number }
  | { readonly kind: 'closed'; readonly close: Close; readonly at: number }
  | { readonly kind: 'retry_due' }
  /** The network refused the client as too old, and a newer version is known now. */
  | { readonly kind: 'newer_client' }
  /** Its proxy has changed, and the session through the old one is closed. */
  | { readonly kind: 'way_changed' }

/** The action that follows a transition. */
export type ConnectionAction = 'open' | 'close' | 'retry_later'

export interface Transition {
  readonly state: ConnectionState
  readonly actions: readonly ConnectionAction[]
}

export const IDLE: ConnectionState = { kind: 'idle' }

/**
 * A connection that lasts this long resets the count of failures. One that breaks as soon as it is
 * open counts as another failure.
 */
const STABLE_MS = 10_000
/** The same for unreadable stanzas, which may come at any moment after a login. */
const UNDERSTOOD_MS = 60_000
/** Restarts in a row that the network may ask for; later ones count as failures. */
const RESTARTS_MAX = 5

/** The only transition function of a device's connection. Unexpected events change nothing. */
export function nextConnection(state: ConnectionState, event: ConnectionEvent): Transition {
  switch (event.kind) {
    case 'wanted':
      return afterWanted(state)
    case 'will_reconnect':
      return state.kind === 'idle' ? to({ kind: 'waiting', attempt: 0, close: null }) : stay(state)
    case 'unwanted':
      return state.kind === 'logged_out' ? stay(state) : { state: IDLE, actions: ['close'] }
    case 'opened':
      return state.kind === 'connecting'
        ? to({ kind: 'connected', attempt: state.attempt, since: event.at })
        : stay(state)
    case 'closed':
      return afterClose(state, event.close, event.at)
    case 'retry_due':
      return state.kind === 'waiting'
        ? to({ kind: 'connecting', attempt: state.attempt, close: state.close }, 'open')
        : stay(state)
    case 'newer_client':
      return state.kind === 'stopped' && state.close.cause === 'outdated'
        ? to({ kind: 'waiting', attempt: 0, close: state.close })
        : stay(state)
    case 'way_changed':
      return isAtWork(state)
        ? to({ kind: 'connecting', attempt: 0, close: null }, 'open')
        : stay(state)
  }
}

/** Short interruptions are over after this many attempts, within seconds. */
const SOON_ATTEMPTS = 3

/** Whether it reconnects by itself, probably within seconds. */
export function isBackSoon(state: ConnectionState): boolean {
  if (state.kind !== 'connecting' && state.kind !== 'waiting') return false
  const next = state.close && CLOSES[state.close.cause].next
  return state.attempt <= SOON_ATTEMPTS && next !== 'wait' && next !== 'retry_slowly'
}

function isAtWork({ kind }: ConnectionState): boolean {
  return kind === 'connecting' || kind === 'connected' || kind === 'waiting'
}

function afterWanted(state: ConnectionState): Transition {
  const rests = state.kind === 'idle' || state.kind === 'stopped' || state.kind === 'waiting'
  return rests ? to({ kind: 'connecting', attempt: 0, close: null }, 'open') : stay(state)
}

function afterClose(state: ConnectionState, close: Close, at: number): Transition {
  if (state.kind !== 'connecting' && state.kind !== 'connected') return stay(state)
  const attempt = failuresBefore(state, close, at) + 1
  switch (CLOSES[close.cause].next) {
    case 'log_out':
      return to({ kind: 'logged_out' })
    case 'stop':
    case 'yield':
      return to({ kind: 'stopped', close })
    case 'restart':
      if (attempt <= RESTARTS_MAX) return to({ kind: 'connecting', attempt, close: null }, 'open')
      return to({ kind: 'waiting', attempt, close }, 'retry_later')
    case 'wait':
    case 'retry':
    case 'retry_slowly':
      return to({ kind: 'waiting', attempt, close }, 'retry_later')
  }
}

function failuresBefore(
  state: Extract<ConnectionState, { kind: 'connecting' | 'connected' }>,
  close: Close,
  at: number,
): number {
  const goodMs = close.cause === 'not_understood' ? UNDERSTOOD_MS : STABLE_MS
  return state.kind === 'connected' && at - state.since >= goodMs ? 0 : state.attempt
}

function to(state: ConnectionState, ...actions: ConnectionAction[]): Transition {
  return { state, actions }
}

function stay(state: ConnectionState): Transition {
  return { state, actions: [] }
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000
/**
 * An impostor is rarely gone within a minute: retries start at 15 seconds and slow down to 15
 * minutes.
 */
const SLOW_FACTOR = 15
/** The assumed duration of a ban if the network does not name its end. */
const BAN_UNKNOWN_MS = 3_600_000

/** The delay in milliseconds before a waiting device reconnects. */
export function waitOf(
  { attempt, close }: Extract<ConnectionState, { kind: 'waiting' }>,
  now: number,
  random: () => number,
): number {
  const wait = waitBefore(attempt, random)
  if (close === null) return wait
  const { next } = CLOSES[close.cause]
  if (next === 'wait') {
    // Never before the end, which the network's clock decides.
    return Math.max(0, (close.until ?? now + BAN_UNKNOWN_MS) - now) + wait
  }
  return next === 'retry_slowly' ? wait * SLOW_FACTOR : wait
}

/**
 * The delay in milliseconds before an attempt: doubles from one second to a minute, with a jitter
 * of a quarter.
 */
export function waitBefore(attempt: number, random: () => number): number {
  const wait = backOff(attempt - 1, FIRST_WAIT_MS, LONGEST_WAIT_MS)
  return Math.round(wait * (0.75 + random() * 0.5))
}
