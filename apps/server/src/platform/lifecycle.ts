/** A long-running part. Nothing runs before `start`; `stop` drains and may be called once. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts parts in order and stops them in reverse. When one fails to start, those already
 * started are stopped before the error is passed on.
 */
export function createLifecycle(
  parts: readonly Part[],
  onStopError: (part: string, error: unknown) => void,
) {
  const started: Part[] = []

  async function stop(): Promise<void> {
    for (let part = started.pop(); part; part = started.pop()) {
      try {
        await part.stop()
      } catch (error) {
        onStopError(part.name, error)
      }
    }
  }

  async function start(): Promise<void> {
    for (const part of parts) {
      try {
        await part.start()
      } catch (error) {
        await stop()
        throw error
      }
      started.push(part)
    }
  }

  return { start, stop }
}
