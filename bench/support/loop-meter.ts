import { monitorEventLoopDelay } from 'node:perf_hooks'
import { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Loaded into the server under test: reports the longest block of its event loop and its slowest
 * SQLite statement over IPC.
 */
const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
let turnCpuMs = 0
let turnCpu = process.threadCpuUsage()
// Runs once in each iteration of the event loop that takes longer than a timer.
setInterval(() => {
  turnCpuMs = Math.max(turnCpuMs, cpuMsSince(turnCpu))
  turnCpu = process.threadCpuUsage()
}, RESOLUTION_MS).unref()
const NOTHING = { ms: 0, cpuMs: 0, sql: '' }
let longest = NOTHING

function timed<T>(sql: string, run: () => T): T {
  const start = performance.now()
  const cpu = process.threadCpuUsage()
  try {
    return run()
  } finally {
    const ms = performance.now() - start
    if (ms > longest.ms) longest = { ms, cpuMs: cpuMsSince(cpu), sql }
  }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (sql) {
  return timed(sql, () => exec.call(this, sql))
}
for (const method of ['run', 'all'] as const) {
  const original = StatementSync.prototype[method] as (...values: unknown[]) => never
  StatementSync.prototype[method] = function (this: StatementSync, ...values: unknown[]): never {
    return timed(this.sourceSQL, () => original.apply(this, values))
  }
}

process.on('message', (ask) => {
  if (ask !== 'longest') return
  const blockMs = Math.max(0, delay.max / 1e6 - RESOLUTION_MS)
  process.send?.({ blockMs, blockCpuMs: turnCpuMs, statement: longest })
  delay.reset()
  turnCpuMs = 0
  longest = NOTHING
})
process.channel?.unref()
