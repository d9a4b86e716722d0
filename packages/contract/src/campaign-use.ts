import * as z from 'zod/mini'

/** How many campaigns hang on something that may be deleted, by what they are doing now. */
export const CampaignUse = z.object({
  /** It is their turn on their device. */
  running: z.int(),
  /** They wait in their device's queue, or for their time or their hours. */
  waiting: z.int(),
  /** Switched off, or without a device, with people still to write to. */
  paused: z.int(),
  completed: z.int(),
})
export type CampaignUse = z.infer<typeof CampaignUse>
