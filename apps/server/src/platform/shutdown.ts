/** How long draining may take before the process is ended anyway. */
const STOP_DEADLINE_MS = 15_000

/**
 * Ends the process, once, after draining. Later calls only change the exit code, and only from
 * success to failure.
 */
export function createShutdown(drain: () => Promise<void>) {
  let code: number | null = null
  return {
    isUnderWay: (): boolean => code !== null,
    begin(exitCode: number): void {
      const isFirst = code === null
      code = Math.max(code ?? 0, exitCode)
      process.exitCode = code
      if (!isFirst) return
      setTimeout(() => process.exit(1), STOP_DEADLINE_MS).unref()
      drain().then(
        () => process.exit(code ?? 0),
        () => process.exit(1),
      )
    },
  }
}
