import * as z from 'zod/mini'

/** The progress of checking numbers through a device. */
export const NumberCheck = z.object({
  deviceId: z.string(),
  done: z.int(),
  total: z.int(),
  /** Waits for its device, and resumes automatically. */
  waits: z.boolean(),
})
export type NumberCheck = z.infer<typeof NumberCheck>

/** A change of a device's number check; `check` is null when there is nothing to check. */
export const NumberCheckChanged = z.object({
  deviceId: z.string(),
  check: z.nullable(NumberCheck),
})
export type NumberCheckChanged = z.infer<typeof NumberCheckChanged>
