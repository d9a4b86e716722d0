/** Runs a read outside of transactions. */
export type DirectRead = <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>

interface ReadsDirectly {
  readonly directRead: DirectRead | undefined
}

/** Bypasses the queue that Kysely has for every statement. */
export function directReadOf(adapter: object): DirectRead | undefined {
  return 'directRead' in adapter ? (adapter as ReadsDirectly).directRead : undefined
}
