import * as z from 'zod/mini'

/** Numbers that are being checked through a device. */
export const NumberCheck = z.object({
  deviceId: z.string(),
  done: z.int(),
  total: z.int(),
  /** Waits for its device, and goes on by itself. */
  waits: z.boolean(),
})
export type NumberCheck = z.infer<typeof NumberCheck>

/** How far a device is with checking numbers; `check` is null when there is nothing to check. */
export const NumberCheckChanged = z.object({
  deviceId: z.string(),
  check: z.nullable(NumberCheck),
})
export type NumberCheckChanged = z.infer<typeof NumberCheckChanged>
