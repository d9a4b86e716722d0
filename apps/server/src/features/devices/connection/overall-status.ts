import { type Membership, seesNumber } from '../../../platform/caller.ts'
import { type About, type DevicesEvents, seesLink } from '../devices.events.ts'
import type { DevicesRepository } from '../store/devices.repository.ts'
import type { PlanLimit } from './plan-limit.ts'

export interface OverallStatusDeps {
  readonly devices: DevicesRepository
  readonly planLimit: PlanLimit
  /** The attempt to link that waits for its phone. */
  waitingLink(workspaceId: string): { readonly deviceId: About } | null
  readonly events: DevicesEvents
}

/** One status for all numbers that somebody sees, so closing one does not hide the others. */
export function createOverallStatus(deps: OverallStatusDeps) {
  const { devices, planLimit, events } = deps

  async function of(
    sight: Pick<Membership, 'workspaceId' | 'deviceIds'>,
  ): Promise<'waiting_qr' | 'connected' | 'disconnected'> {
    const listed = await devices.list(sight.workspaceId)
    const link = deps.waitingLink(sight.workspaceId)
    if (link && seesLink(sight, link)) return 'waiting_qr'
    const isIn = ({ id }: { id: string }) => seesNumber(sight, id) && planLimit.isIn(id)
    return listed.some(isIn) ? 'connected' : 'disconnected'
  }

  const ofAll = (workspaceId: string) => of({ workspaceId, deviceIds: null })

  return {
    of,

    /** Sends the status of the remaining numbers. */
    async afterClosing(workspaceId: string, deviceId: string): Promise<void> {
      events.overallStatus(workspaceId, deviceId, await ofAll(workspaceId))
    },

    /**
     * 'disconnected' removes an unscanned code from the screen; the status of the other numbers
     * follows.
     */
    async afterLinking(workspaceId: string, about: About): Promise<void> {
      events.status(workspaceId, about, 'disconnected')
      const remaining = await ofAll(workspaceId)
      const isIn = about !== null && planLimit.isIn(about)
      if (remaining !== 'disconnected') events.status(workspaceId, isIn ? about : null, remaining)
    },
  }
}

export type OverallStatus = ReturnType<typeof createOverallStatus>
