/** CPU time of `pieceOfWork` on the machine that the limits were set on, in milliseconds. */
const USUAL_MS = 5

const values = Array.from({ length: 12_000 }, (_, index) => ({
  id: index,
  name: `item-${(index * 7919) % 12_000}`,
}))
const text = JSON.stringify(values)

/** About what a server does: parses, searches, and sorts texts. */
function pieceOfWork(): string {
  const parsed: typeof values = JSON.parse(text)
  return parsed
    .filter(({ name }) => /[a-z]+-\d*7$/.test(name))
    .map(({ name }) => name.toUpperCase())
    .sort()
    .join()
}

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * How many times as much CPU time this machine takes right now as the one that the limits were set
 * on: at least 1. Shared machines are several times slower on some days, by their neighbours' load.
 */
export function slowness(): number {
  const best = Math.min(...Array.from({ length: 5 }, () => cpuMs(pieceOfWork)))
  return Math.max(1, best / USUAL_MS)
}
