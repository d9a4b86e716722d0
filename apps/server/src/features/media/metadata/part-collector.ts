/** The layout of a file violates its format, although decoders may still read it. */
export class UnusualLayoutError extends Error {
  override name = 'UnusualFile'
}

/** More parts than any camera or editor writes; walking them would take too long. */
const PARTS_MAX = 50_000

/** Collects the parts of a file to keep; adjacent ones are copied together. */
export function createPartCollector(bytes: Buffer) {
  const kept: Buffer[] = []
  let from = 0
  let end = 0
  let parts = 0
  const flush = () => {
    if (end > from) kept.push(bytes.subarray(from, end))
  }
  return {
    keep(start: number, stop: number): void {
      parts += 1
      if (parts > PARTS_MAX || stop > bytes.length) throw new UnusualLayoutError()
      if (start !== end) {
        flush()
        from = start
      }
      end = stop
    },
    /** Adds a part that is not from the file. */
    insert(part: Buffer): void {
      flush()
      from = end
      kept.push(part)
    },
    drop(): void {
      parts += 1
      if (parts > PARTS_MAX) throw new UnusualLayoutError()
    },
    all(): Buffer {
      flush()
      from = end
      return Buffer.concat(kept)
    },
  }
}
