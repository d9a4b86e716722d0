import type { Analytics } from '../features/analytics/analytics.feature.ts'
import type { CampaignsFeature } from '../features/campaigns/campaigns.feature.ts'
import type { ChatbotsFeature } from '../features/chatbots/chatbots.feature.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import type { DeviceService } from '../features/devices/device-service.ts'
import type { DeviceHealth } from '../features/devices/health/device-health.ts'
import type { Manners } from '../features/manners/manners.feature.ts'
import type { Messages } from '../features/messages/messages.feature.ts'
import type { OptOuts } from '../features/opt-outs/opt-outs.feature.ts'

/** Features that need one another: used when something is called, never during construction. */
export interface Rooms {
  analytics(): Analytics
  campaigns(): CampaignsFeature
  chatbots(): ChatbotsFeature
  devices(): DeviceService & { readonly health: DeviceHealth }
  manners(): Manners
  messages(): Messages
  optOuts(): OptOuts
  outgoing(): Delivery
}
