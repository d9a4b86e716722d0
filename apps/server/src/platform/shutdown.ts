/** How long a server may take to drain before its process ends anyhow. */
const STOP_DEADLINE_MS = 15_000

/**
 * Ends the process, once, after what it does is drained. Who asks again changes only the exit code,
 * and that only from success to failure.
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
