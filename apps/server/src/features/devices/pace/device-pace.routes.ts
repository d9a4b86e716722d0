import { type DevicePace, devicePace, setDevicePace } from '@kirim/contract/device-pace'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { dayOf, type StoredPace } from './device-day.ts'
import { createDevicePaceRepository } from './device-pace.repository.ts'

/** The number of days in the plan, including today. */
const DAYS = 7

export interface PaceDeps {
  readonly db: Db
  readonly clock: Clock
  /** Throws `device_not_found`. */
  readonly devices: { require(workspaceId: string, deviceId: string): Promise<void> }
  /** Called when the cap has changed: waiting campaigns may continue, or others have to wait. */
  onPaceChanged(workspaceId: string, deviceId: string): Promise<void>
  /** How many people wait until a device may begin new chats. */
  heldOn(deviceId: string): Promise<number>
}

/** The routes of a number's daily cap and warm-up. */
export function devicePaceRoutes(route: Route, deps: PaceDeps): void {
  const paces = createDevicePaceRepository(deps.db)

  async function show(id: string): Promise<DevicePace> {
    const pace = await paces.find(id)
    if (!pace) throw new DomainError('device_not_found')
    return presentPace(pace, await deps.heldOn(id), deps.clock.now())
  }

  route(devicePace, async ({ caller, params }) => {
    await deps.devices.require(caller.workspaceId, params.id)
    return show(params.id)
  })

  route(setDevicePace, async ({ caller, params, body }) => {
    await deps.devices.require(caller.workspaceId, params.id)
    await paces.save(params.id, body, deps.clock.now())
    await deps.onPaceChanged(caller.workspaceId, params.id)
    return show(params.id)
  })
}

function presentPace(pace: StoredPace, held: number, now: number): DevicePace {
  const plan: DevicePace['plan'] = []
  for (let at = now; plan.length < DAYS; ) {
    const { day, cap, endsAt } = dayOf(pace, at)
    plan.push({ day, cap })
    at = endsAt
  }
  const { used, cap, endsAt } = dayOf(pace, now)
  return {
    cap: pace.cap,
    warmUp: pace.warmUp,
    timeZone: pace.timeZone,
    warmUpFrom: pace.warmUpFrom || null,
    today: { used, cap, endsAt: new Date(endsAt).toISOString() },
    plan,
    held,
  }
}
