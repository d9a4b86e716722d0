import { setFlagsFromString } from 'node:v8'
import type { Clock } from './clock.ts'

const CHECK_INTERVAL_MS = 2000
/** Of one core. */
const QUIET_SHARE = 0.1
/** Short buffers share blocks, each of which is kept as long as one of them; 64 KB by itself. */
const BUFFER_BLOCK_BYTES = 8192
/** How long V8 waits before it looks whether it may collect early; 8 seconds by itself. */
const V8_DELAY_MS = 2000

/** What the process has used of all cores so far, in ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * While the process does little, V8 collects early and gives back the pages that a burst has left,
 * some seconds after it. Collecting that often under load would take a tenth of the processor
 * time, so it is off then. By itself V8 never does so in Node.js (docs/performance.md, Memory).
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
