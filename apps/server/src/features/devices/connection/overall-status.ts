import type { DevicesEvents } from '../devices.events.ts'
import type { DevicesRepository } from '../store/devices.repository.ts'
import type { PlanLimit } from './plan-limit.ts'

export interface OverallStatusDeps {
  readonly devices: DevicesRepository
  readonly planLimit: PlanLimit
  /** Whether a number that somebody links waits for its phone. */
  isLinking(workspaceId: string): boolean
  readonly events: DevicesEvents
}

/** One status for all of a user's numbers, so closing one does not hide the others. */
export function createOverallStatus({ devices, planLimit, isLinking, events }: OverallStatusDeps) {
  async function of(workspaceId: string): Promise<'waiting_qr' | 'connected' | 'disconnected'> {
    const listed = await devices.list(workspaceId)
    if (isLinking(workspaceId)) return 'waiting_qr'
    return listed.some(({ id }) => planLimit.isIn(id)) ? 'connected' : 'disconnected'
  }

  return {
    of,

    /** Sends the status of the remaining numbers. */
    async afterClosing(workspaceId: string): Promise<void> {
      events.status(workspaceId, await of(workspaceId))
    },

    /**
     * 'disconnected' removes an unscanned code from the screen; the status of the other numbers
     * follows.
     */
    async afterLinking(workspaceId: string): Promise<void> {
      events.status(workspaceId, 'disconnected')
      const remaining = await of(workspaceId)
      if (remaining !== 'disconnected') events.status(workspaceId, remaining)
    },
  }
}

export type OverallStatus = ReturnType<typeof createOverallStatus>
