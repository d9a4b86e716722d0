import * as z from 'zod/mini'

/** The number of campaigns that use something about to be deleted, by what they are doing now. */
export const CampaignUse = z.object({
  /** Sending on their device now. */
  running: z.int(),
  /** Waiting in their device's queue, or for their start time or active hours. */
  waiting: z.int(),
  /** Switched off or without a device, with people left to write to. */
  paused: z.int(),
  completed: z.int(),
  /**
   * Whether others, of numbers that the caller does not see, have not ended; they are not counted.
   */
  others: z.optional(z.boolean()),
})
export type CampaignUse = z.infer<typeof CampaignUse>
export type CampaignUseKind = Exclude<keyof CampaignUse, 'others'>
