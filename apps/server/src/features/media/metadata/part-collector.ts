/** Thrown where a file is not laid out as its format says; decoders may read it all the same. */
export class UnusualLayoutError extends Error {
  override name = 'UnusualFile'
}

/** A file of more parts than any camera or editor writes would take too long to walk. */
const PARTS_MAX = 50_000

/** Collects what stays of a file; neighbours are copied as one. */
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
    /** A part that did not come from the file. */
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
