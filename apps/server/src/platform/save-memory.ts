import { setFlagsFromString } from 'node:v8'
import type { Clock } from './clock.ts'

const CHECK_INTERVAL_MS = 2000
/** Share of one core. */
const QUIET_SHARE = 0.1
/** Node's pool of small buffers, 64 KB by default: one small buffer keeps a whole block alive. */
const BUFFER_BLOCK_BYTES = 8192
/** How long V8's memory reducer waits before it starts; 8 seconds by default. */
const V8_DELAY_MS = 2000

/** The CPU time of the process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * While the process is idle, V8 collects early and returns the pages of a burst some seconds after
 * it. Under load this would take a tenth of the CPU time, so it is off then. By default V8 never
 * does this in Node.js.
 */
export function saveMemory(
  clock: Clock,
  { usedMs = cpuMs, setFlag = setFlagsFromString } = {},
): void {
  Buffer.poolSize = BUFFER_BLOCK_BYTES
  setFlag(`--gc-memory-reducer-start-delay-ms=${V8_DELAY_MS}`)
  let before = usedMs()
  let isSaving = false
  function check(): void {
    const used = usedMs()
    const isQuiet = used - before < QUIET_SHARE * CHECK_INTERVAL_MS
    before = used
    if (isQuiet !== isSaving) setFlag(isQuiet ? '--memory-saver-mode' : '--no-memory-saver-mode')
    isSaving = isQuiet
    clock.after(CHECK_INTERVAL_MS, check)
  }
  clock.after(CHECK_INTERVAL_MS, check)
}
