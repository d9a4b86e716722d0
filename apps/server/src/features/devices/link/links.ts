import type { KeyedLock } from '../../../platform/lock.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import type { NodeCalls } from '../../../platform/nodes/node-calls.ts'
import { createOverallStatus, type OverallStatus } from '../connection/overall-status.ts'
import type { PlanLimit } from '../connection/plan-limit.ts'
import type { DevicesEvents } from '../devices.events.ts'
import type { DeviceLeases } from '../leases/device-leases.ts'
import { createLinking, type LinkDeps, type Linking } from './link-device.ts'
import { createLinkingAnywhere } from './linking-anywhere.ts'

export interface LinksDeps
  extends Omit<LinkDeps, 'takeOver' | 'onChanged' | 'onEnded' | 'onFault'> {
  readonly leases: Pick<DeviceLeases, 'keep' | 'takeOver'>
  readonly bus: NodeBus
  readonly calls: NodeCalls
  onFault(about: string, error: unknown): void
}

/** Assembles linking on all nodes, and the overall status, which includes pending attempts. */
export function createLinks(deps: LinksDeps) {
  const { bus } = deps
  const status = createOverallStatus({
    ...deps,
    waitingLink: (workspaceId) => linkingAnywhere.waiting(workspaceId),
  })
  const linking = createLinking({
    ...deps,
    takeOver: deps.leases.takeOver,
    onChanged: (workspaceId) => linkingAnywhere.changed(workspaceId),
    onEnded: status.afterLinking,
    onFault: (error) => deps.onFault('link', error),
  })
  const { withdraw, withdrawAbovePlan } = createWithdrawLink({ ...deps, linking, status })
  const linkingAnywhere = createLinkingAnywhere({ ...deps, linking, withdraw })

  /** Withdraws a pending QR code above the workspace's plan, in the background. */
  function planChangedHere(workspaceId: string): void {
    withdrawAbovePlan(workspaceId).catch((error: unknown) => deps.onFault('plan', error))
  }
  bus.on('plan_of', planChangedHere)

  return {
    status,
    linking,
    linkingAnywhere,

    /** Withdraws a pending QR code; never affects a connected device. */
    cancelLink: async (workspaceId: string): Promise<void> =>
      void (await linkingAnywhere.withdraw(workspaceId)),

    planChanged(workspaceId: string): void {
      bus.publish('plan_of', workspaceId)
      planChangedHere(workspaceId)
    },
  }
}

interface WithdrawLinkDeps {
  readonly linking: Linking
  readonly planLimit: PlanLimit
  readonly status: OverallStatus
  readonly events: DevicesEvents
  /** Serializes by workspace. */
  readonly inTurn: KeyedLock
}

/** Withdraws pending attempts on this node. */
function createWithdrawLink(deps: WithdrawLinkDeps) {
  const { linking, inTurn } = deps

  return {
    /** Includes a code that was requested earlier and is still queued. */
    async withdraw(workspaceId: string): Promise<ReturnType<Linking['cancel']>> {
      const cancel = async () => {
        const about = linking.deviceIdOf(workspaceId)
        const cancelled = linking.cancel(workspaceId)
        if (cancelled === 'withdrawn') await deps.status.afterLinking(workspaceId, about)
        return cancelled
      }
      const [atOnce, inItsTurn] = await Promise.all([cancel(), inTurn(workspaceId, cancel)])
      return atOnce === 'nothing' ? inItsTurn : atOnce
    },

    /** Withdraws a pending QR code above the workspace's plan. */
    async withdrawAbovePlan(workspaceId: string): Promise<void> {
      await inTurn(workspaceId, async () => {
        if (!linking.isUnderWay(workspaceId)) return
        const refusal = await deps.planLimit.refuseAnother(workspaceId)
        const about = linking.deviceIdOf(workspaceId)
        if (refusal && linking.cancel(workspaceId) === 'withdrawn')
          deps.events.limitReached(workspaceId, about, refusal)
      })
    },
  }
}
