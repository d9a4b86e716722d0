/** How long a test waits for what must come, be the machine as slow as it may. */
export const WAIT_TIMEOUT_MS = 25_000
