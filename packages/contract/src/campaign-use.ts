import { z } from 'zod'

/** How many campaigns hang on something that may be deleted, by what they are doing now. */
export const CampaignUse = z.object({
  /** It is their turn on their device. */
  running: z.number().int(),
  /** For their turn, their time or their hours. */
  waiting: z.number().int(),
  /** Switched off, or without a device, with people still to write to. */
  paused: z.number().int(),
  completed: z.number().int(),
})
export type CampaignUse = z.infer<typeof CampaignUse>
