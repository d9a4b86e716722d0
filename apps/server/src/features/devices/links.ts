import type { NodeBus } from '../../platform/nodes/node-bus.ts'
import type { NodeCalls } from '../../platform/nodes/node-calls.ts'
import { createLinkingAnywhere } from './elsewhere/linking-anywhere.ts'
import type { DeviceLeases } from './leases/device-leases.ts'
import { createLinking, type LinkDeps } from './link-device.ts'
import { createOverallStatus } from './overall-status.ts'
import { createWithdrawLink } from './withdraw-link.ts'

export interface LinksDeps
  extends Omit<LinkDeps, 'takeOver' | 'onChanged' | 'onEnded' | 'onFault'> {
  readonly leases: Pick<DeviceLeases, 'keep' | 'takeOver'>
  readonly bus: NodeBus
  readonly calls: NodeCalls
  onFault(about: string, error: unknown): void
}

/** Links numbers wherever a user's attempt is, with the status that tells of attempts, too. */
export function createLinks(deps: LinksDeps) {
  const { bus } = deps
  const status = createOverallStatus({
    ...deps,
    isLinking: (userId) => linkingAnywhere.isLinking(userId),
  })
  const linking = createLinking({
    ...deps,
    takeOver: deps.leases.takeOver,
    onChanged: (userId) => linkingAnywhere.changed(userId),
    onEnded: status.afterLinking,
    onFault: (error) => deps.onFault('link', error),
  })
  const { withdraw, withdrawAbovePlan } = createWithdrawLink({ ...deps, linking, status })
  const linkingAnywhere = createLinkingAnywhere({ ...deps, linking, withdraw })

  /** Withdraws a pending QR code above the user's plan, in the background. */
  function planChangedHere(userId: string): void {
    withdrawAbovePlan(userId).catch((error: unknown) => deps.onFault('plan', error))
  }
  bus.on('plan_of', planChangedHere)

  return {
    status,
    linking,
    linkingAnywhere,

    /** Withdraws a pending QR code; never affects a connected device. */
    cancelLink: async (userId: string): Promise<void> =>
      void (await linkingAnywhere.withdraw(userId)),

    planChanged(userId: string): void {
      bus.tell('plan_of', userId)
      planChangedHere(userId)
    },
  }
}
