import { readFileSync } from 'node:fs'

/** What a process holds in memory, in MB: all of it, and what is no page of a file. */
export interface ProcessMemory {
  readonly rssMb: number
  readonly anonymousMb: number
  /** The most it has held so far. */
  readonly peakMb: number
}

const KILOBYTES_PER_MB = 1024

/** On Linux alone. */
export function memoryOf(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (field: string) =>
    Math.round(
      Number(status.match(new RegExp(`^${field}:\\s+(\\d+)`, 'm'))?.[1]) / KILOBYTES_PER_MB,
    )
  return { rssMb: mb('VmRSS'), anonymousMb: mb('RssAnon'), peakMb: mb('VmHWM') }
}
