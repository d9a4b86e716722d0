import { readFileSync } from 'node:fs'

/** The memory of a process in MB: all of it, and the part that is not file-backed. */
export interface ProcessMemory {
  readonly rssMb: number
  readonly anonymousMb: number
  readonly peakMb: number
}

const KILOBYTES_PER_MB = 1024
const TICK_MS = 10

/** Works on Linux only. */
export function memoryOf(pid: number): ProcessMemory {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const mb = (field: string) =>
    Math.round(
      Number(status.match(new RegExp(`^${field}:\\s+(\\d+)`, 'm'))?.[1]) / KILOBYTES_PER_MB,
    )
  return { rssMb: mb('VmRSS'), anonymousMb: mb('RssAnon'), peakMb: mb('VmHWM') }
}

/** The processor time that a process has used; NaN except on Linux. */
export function cpuMsOf(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')
    return (Number(fields?.[11]) + Number(fields?.[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}
