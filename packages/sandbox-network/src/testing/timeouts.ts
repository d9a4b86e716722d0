/** How long tests wait for an event, in milliseconds; long enough for a slow machine. */
export const WAIT_TIMEOUT_MS = 60_000
