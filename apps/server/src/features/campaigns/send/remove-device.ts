import type { Clock } from '../../../platform/clock.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import { changeState } from '../campaign/change-state.ts'
import type { CampaignsEvents } from '../progress/campaigns.events.ts'
import type { Dispatcher } from './dispatcher.ts'
import { type RemoveDeps, removeFromCampaigns } from './remove-from-campaigns.ts'

interface RemoveDeviceDeps extends RemoveDeps {
  readonly campaigns: CampaignsRepository
  readonly dispatcher: Pick<Dispatcher, 'wake' | 'wakeFor'>
  readonly events: CampaignsEvents
  readonly clock: Clock
}

/** The other devices go on with its campaigns; the campaigns that only it sends are paused. */
export async function removeDevice(
  deps: RemoveDeviceDeps,
  workspaceId: string,
  deviceId: string,
): Promise<void> {
  const { db, campaigns, dispatcher, events, clock } = deps
  for (const campaignId of await removeFromCampaigns(deps, deviceId)) {
    const campaign = await campaigns.findById(campaignId)
    if (campaign) dispatcher.wakeFor(campaign)
    events.changed({ campaignId, workspaceId })
  }
  for (const campaignId of await campaigns.onOfDevice(deviceId)) {
    await db
      .transaction()
      .execute((tx) => changeState(tx, deps, { campaignId }, 'number_removed', clock.now()))
    events.changed({ campaignId, workspaceId })
  }
  dispatcher.wake(deviceId)
}
