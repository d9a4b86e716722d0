import type { Analytics } from '../features/analytics/analytics.feature.ts'
import type { CampaignsFeature } from '../features/campaigns/campaigns.feature.ts'
import type { ChatbotsFeature } from '../features/chatbots/chatbots.feature.ts'
import type { OptOuts } from '../features/opt-outs/opt-outs.feature.ts'
import type { Outgoing } from '../features/outgoing/outgoing.feature.ts'
import type { Devices } from './devices.ts'

/** Features that need one another: used when something is called, never during construction. */
export interface Rooms {
  analytics(): Analytics
  campaigns(): CampaignsFeature
  chatbots(): ChatbotsFeature
  devices(): Devices
  optOuts(): OptOuts
  outgoing(): Outgoing
}
