import { campaignUsesMedia } from '../features/campaigns/campaign/campaign-facts.ts'
import { itemUsesMedia } from '../features/chatbots/items/item-queries.ts'
import { outgoingNeedsMedia } from '../features/delivery/outgoing-rows.ts'

/** The conditions under which a file is kept, as in the app. */
export const mediaNeeds = [campaignUsesMedia, itemUsesMedia, outgoingNeedsMedia]
