import { type DeviceProblemCode, deviceProblemTexts } from '@kirim/contract/device-problems'
import type { Device } from '@kirim/contract/devices'
import { type ErrorParams, fillText } from '@kirim/contract/refusals'
import { CLOSES, type Close } from '../closes.ports.ts'
import type { ConnectionState } from '../connection/connection-state.ts'
import type { PlanLimit } from '../connection/plan-limit.ts'
import type { Health } from '../health/health.ts'
import { dayOf } from '../pace/device-day.ts'
import type { LinkedDevice } from '../store/devices.repository.ts'

interface Standing {
  readonly connection: ConnectionState
  /** Until when sending pauses because the network rate-limits it; null otherwise. */
  readonly restsUntil: number | null
  readonly health: Health
  readonly isQuiet: boolean
  /** The host of its proxy; null for a direct connection. */
  readonly proxyHost: string | null
  readonly now: number
}

/** A device as its owner sees it [3.device]. */
export function presentDevice(
  device: LinkedDevice,
  limit: Pick<PlanLimit, 'isIn' | 'holdsPlace'>,
  { connection, restsUntil, health, isQuiet, proxyHost, now }: Standing,
): Device {
  const isIn = limit.isIn(device.id)
  return {
    id: device.id,
    name: device.name,
    number: device.number,
    phoneNumber: device.number,
    connected: isIn,
    connectionStatus: statusOf(device, limit),
    linkedAt: new Date(device.linkedAt).toISOString(),
    problem:
      problemOf(connection) ??
      restOf(restsUntil) ??
      (isQuiet ? quietOf(device, health) : null) ??
      (isIn ? limitOf(device, now) : null),
    nextTryAt: nextTryOf(connection),
    proxy: proxyHost === null ? null : { host: proxyHost },
    newChats: isIn ? quotaOf(device, now) : null,
    health: presentHealth(health),
    today: todayOf(device, now),
  }
}

function todayOf({ pace }: LinkedDevice, now: number): Device['today'] {
  const { used, cap, endsAt } = dayOf(pace, now)
  return { used, cap, endsAt: new Date(endsAt).toISOString() }
}

function presentHealth(health: Health): Device['health'] {
  const { lastInAt, lastOutAt, unreadableSince } = health
  const moment = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    ...health,
    lastInAt: moment(lastInAt),
    lastOutAt: moment(lastOutAt),
    unreadableSince: moment(unreadableSince),
  }
}

/** A lost connection is shown from this attempt on: most reconnect at the first. */
const AWAY_AFTER = 3
const MOSTLY_BRIEF: ReadonlySet<DeviceProblemCode> = new Set([
  'network_away',
  'network_not_understood',
])

export function problemOf(state: ConnectionState): Device['problem'] {
  const close = 'close' in state ? state.close : null
  if (close === null) return null
  const code = CLOSES[close.cause].problem
  if (code === null) return null
  const isLasting = 'attempt' in state && state.attempt >= AWAY_AFTER
  if (MOSTLY_BRIEF.has(code) && !isLasting) return null
  const params = paramsOf(close)
  return problem(codeFor(code, params), params)
}

/** Null if the problem itself names the time, such as a ban. */
function nextTryOf(state: ConnectionState): string | null {
  if (state.kind !== 'waiting' || state.nextTryAt === undefined || state.close === null) return null
  const { next } = CLOSES[state.close.cause]
  return next === 'wait' ? null : new Date(state.nextTryAt).toISOString()
}

function restOf(until: number | null): Device['problem'] {
  return until === null ? null : problem('resting', { at: new Date(until).toISOString() })
}

function quietOf({ linkedAt }: LinkedDevice, { lastInAt }: Health): Device['problem'] {
  return problem('quiet', { at: new Date(lastInAt ?? linkedAt).toISOString() })
}

function limitOf({ newChats }: LinkedDevice, now: number): Device['problem'] {
  const until = newChats.limitedUntil
  if (until === null || until <= now) return null
  const code = newChats.isNamed ? 'new_chats_limited' : 'new_chats_limited_guess'
  return problem(code, { at: new Date(until).toISOString() })
}

/** Days of the network's quota are not exactly 24 hours long. */
const DAY_AT_MOST_MS = 25 * 3_600_000

/** Null once the quota's period is over: it says nothing about the next one. */
function quotaOf({ newChats }: LinkedDevice, now: number): Device['newChats'] {
  const { quota } = newChats
  if (quota === null || quota.of === 0 || (quota.until !== null && quota.until <= now)) return null
  const { left, of, from, until } = quota
  return {
    left,
    of,
    isDaily: from !== null && until !== null && until - from <= DAY_AT_MOST_MS,
    until: until === null ? null : new Date(until).toISOString(),
  }
}

function problem(code: DeviceProblemCode, params: ErrorParams): Device['problem'] {
  return { code, params, message: fillText(deviceProblemTexts[code], params) }
}

/** Codes of a broken connection: the network itself gave none. */
const BROKEN: ReadonlySet<number | null> = new Set([null, 408, 428])

function paramsOf({ code, until }: Close): ErrorParams {
  return {
    ...(code !== null && !BROKEN.has(code) && { code }),
    ...(until !== null && { at: new Date(until).toISOString() }),
  }
}

/** The code whose text fits the parameters that are known. */
function codeFor(problem: DeviceProblemCode, params: ErrorParams): DeviceProblemCode {
  if (problem === 'network_away' && 'code' in params) return 'network_away_coded'
  if (problem === 'banned_until' && !('at' in params)) return 'banned_unnamed'
  return problem
}

function statusOf(
  { id, loggedOut }: LinkedDevice,
  limit: Pick<PlanLimit, 'isIn' | 'holdsPlace'>,
): Device['connectionStatus'] {
  if (limit.isIn(id)) return 'connected'
  if (loggedOut) return 'logged_out'
  return limit.holdsPlace(id) ? 'connecting' : 'disconnected'
}
