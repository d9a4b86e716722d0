import type { KeyedLock } from '../../platform/lock.ts'
import type { DevicesEvents } from './devices.events.ts'
import type { Linking } from './link-device.ts'
import type { OverallStatus } from './overall-status.ts'
import type { PlanLimit } from './plan-limit.ts'

export interface WithdrawLinkDeps {
  readonly linking: Linking
  readonly planLimit: PlanLimit
  readonly status: OverallStatus
  readonly events: DevicesEvents
  /** Serializes by user. */
  readonly inTurn: KeyedLock
}

/** Withdraws pending codes of attempts that are here. */
export function createWithdrawLink(deps: WithdrawLinkDeps) {
  const { linking, inTurn } = deps

  return {
    /** Includes a code that was requested earlier and is still queued. */
    async withdraw(userId: string): Promise<ReturnType<Linking['cancel']>> {
      const cancel = async () => {
        const cancelled = linking.cancel(userId)
        if (cancelled === 'withdrawn') await deps.status.afterLinking(userId)
        return cancelled
      }
      const [atOnce, inItsTurn] = await Promise.all([cancel(), inTurn(userId, cancel)])
      return atOnce === 'nothing' ? inItsTurn : atOnce
    },

    /** Withdraws a pending QR code above the user's plan. */
    async withdrawAbovePlan(userId: string): Promise<void> {
      await inTurn(userId, async () => {
        if (!linking.isUnderWay(userId)) return
        const refusal = await deps.planLimit.refuseAsking(userId)
        if (refusal && linking.cancel(userId) === 'withdrawn')
          deps.events.limitReached(userId, refusal)
      })
    },
  }
}
