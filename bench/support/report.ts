import { cpus, totalmem } from 'node:os'

const GIGABYTE = 2 ** 30

export function machine(): string {
  const [cpu] = cpus()
  const memory = Math.round(totalmem() / GIGABYTE)
  return `${cpus().length} x ${cpu?.model.trim()}, ${memory} GB, Node.js ${process.version}`
}

/** Prints a table, the machine, and all of it as one line of JSON. */
export function report(bench: string, rows: readonly object[]): void {
  console.table(rows)
  console.log(machine())
  console.log(JSON.stringify({ bench, at: new Date().toISOString(), machine: machine(), rows }))
}
