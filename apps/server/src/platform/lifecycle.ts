/** A long-running part. Nothing runs before `start`; `stop` drains and may be called once. */
export interface Part {
  readonly name: string
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts parts in order and stops them in reverse, those of one list at once. When one fails to
 * start, those already started are stopped before the error is passed on. A `stop` during `start`
 * waits for the part that is starting, stops what has started, and lets `start` return early.
 */
export function createLifecycle(
  parts: readonly (Part | readonly Part[])[],
  onStopError: (part: string, error: unknown) => void,
) {
  const started: Part[][] = []
  let starting: Promise<void> = Promise.resolve()
  let stopping = false

  async function stopStarted(): Promise<void> {
    for (let together = started.pop(); together; together = started.pop()) {
      await Promise.all(together.map(stopOne))
    }
  }

  async function stopOne(part: Part): Promise<void> {
    try {
      await part.stop()
    } catch (error) {
      onStopError(part.name, error)
    }
  }

  async function startAll(): Promise<void> {
    for (const step of parts) {
      const together: Part[] = []
      started.push(together)
      for (const part of [step].flat()) {
        if (stopping) return
        try {
          await part.start()
        } catch (error) {
          await stopStarted()
          throw error
        }
        together.push(part)
      }
    }
  }

  return {
    start(): Promise<void> {
      starting = startAll()
      return starting
    },
    async stop(): Promise<void> {
      stopping = true
      // The caller of `start` gets the failure to start.
      await starting.catch(() => {})
      await stopStarted()
    },
  }
}
