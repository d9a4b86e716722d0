import { TAKES_PART } from './nodes.repository.ts'

/** The application name of the PostgreSQL connections of a node. */
export const connectionName = (nodeId: string): string => `kirim-${nodeId}`

/**
 * Refuses new database connections once the node has left or was evicted. When its existing
 * connections are ended, too, it can write nothing more.
 */
export function createNodeGuard(nodeId: string) {
  let onLeft: (() => void) | null = null
  return {
    /** Starts checking each new connection. Call it once the node has joined. */
    begin(listener: () => void): void {
      onLeft = listener
    },
    async admit(count: (statement: string, values: unknown[]) => Promise<number>): Promise<void> {
      if (!onLeft || (await count(TAKES_PART, [nodeId])) > 0) return
      onLeft()
      throw new Error('The other nodes have taken over from this one.')
    },
  }
}
