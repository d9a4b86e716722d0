import { backOff } from '../../platform/back-off.ts'
import type { CloseCause } from './devices.ports.ts'

/**
 * The state of a linked device's connection. `idle`: closed by its owner. `waiting`: reconnects by
 * itself, also after a restart. `replaced`: another client took over, and is not interrupted.
 */
export type ConnectionState =
  | { readonly kind: 'idle' }
  | ({ readonly kind: 'connecting'; readonly attempt: number } & Suspicion)
  | { readonly kind: 'connected' }
  | ({ readonly kind: 'waiting'; readonly attempt: number } & Suspicion)
  | { readonly kind: 'replaced' }
  | { readonly kind: 'logged_out' }

/** The last server that answered could not prove that it is the network. */
interface Suspicion {
  readonly notGenuine?: true
}

export type ConnectionEvent =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'will_reconnect' }
  | { readonly kind: 'unwanted' }
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed'; readonly cause: CloseCause }
  | { readonly kind: 'retry_due' }

/** The action that follows a transition. */
export type ConnectionAction = 'open' | 'close' | 'retry_later'

export interface Transition {
  readonly state: ConnectionState
  readonly actions: readonly ConnectionAction[]
}

export const IDLE: ConnectionState = { kind: 'idle' }

/** The only transition function of a device's connection. Unexpected events change nothing. */
export function nextConnection(state: ConnectionState, event: ConnectionEvent): Transition {
  switch (event.kind) {
    case 'wanted':
      return wanted(state)
    case 'will_reconnect':
      return state.kind === 'idle' ? to({ kind: 'waiting', attempt: 0 }) : stay(state)
    case 'unwanted':
      return state.kind === 'logged_out' ? stay(state) : { state: IDLE, actions: ['close'] }
    case 'opened':
      return state.kind === 'connecting' ? to({ kind: 'connected' }) : stay(state)
    case 'closed':
      return closed(state, event.cause)
    case 'retry_due':
      return state.kind === 'waiting' ? to({ ...state, kind: 'connecting' }, 'open') : stay(state)
  }
}

function wanted(state: ConnectionState): Transition {
  const resting = state.kind === 'idle' || state.kind === 'replaced' || state.kind === 'waiting'
  return resting ? to({ kind: 'connecting', attempt: 0 }, 'open') : stay(state)
}

function closed(state: ConnectionState, cause: CloseCause): Transition {
  if (state.kind !== 'connecting' && state.kind !== 'connected') return stay(state)
  if (cause === 'logged_out' || cause === 'refused') return to({ kind: 'logged_out' })
  if (cause === 'unreadable') return to(IDLE)
  if (cause === 'replaced') return to({ kind: 'replaced' })
  // The network asks for a new connection after pairing, and at any other time.
  if (cause === 'restart_required')
    return to({ kind: 'connecting', attempt: attemptOf(state) + 1 }, 'open')
  const suspicion: Suspicion = cause === 'not_genuine' ? { notGenuine: true } : {}
  return to({ kind: 'waiting', attempt: attemptOf(state) + 1, ...suspicion }, 'retry_later')
}

function attemptOf(state: ConnectionState): number {
  return state.kind === 'connecting' ? state.attempt : 0
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
const NOT_GENUINE_BACKOFF_FACTOR = 15

/** The delay in milliseconds before a waiting device reconnects. */
export function waitOf(
  { attempt, notGenuine }: Extract<ConnectionState, { kind: 'waiting' }>,
  random: () => number,
): number {
  return waitBefore(attempt, random) * (notGenuine ? NOT_GENUINE_BACKOFF_FACTOR : 1)
}

/**
 * The delay in milliseconds before an attempt: doubles from one second to a minute, with a jitter
 * of a quarter.
 */
export function waitBefore(attempt: number, random: () => number): number {
  const wait = backOff(attempt - 1, FIRST_WAIT_MS, LONGEST_WAIT_MS)
  return Math.round(wait * (0.75 + random() * 0.5))
}
