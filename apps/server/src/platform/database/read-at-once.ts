/** Reads rows by a statement outside of transactions. */
export type ReadAtOnce = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>

interface ReadsAtOnce {
  readonly readAtOnce: ReadAtOnce | undefined
}

/** The adapter's own way, without the queue that Kysely has for every statement. */
export function readAtOnceOf(adapter: object): ReadAtOnce | undefined {
  return 'readAtOnce' in adapter ? (adapter as ReadsAtOnce).readAtOnce : undefined
}
