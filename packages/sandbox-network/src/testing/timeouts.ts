import { onThisMachine } from '@kirim/testing/test-run'

/** How long tests wait for an event, in milliseconds. */
export const WAIT_TIMEOUT_MS = onThisMachine(60_000)
