import { TAKES_PART } from './nodes.repository.ts'

/** What PostgreSQL calls the connections of a node. */
export const connectionName = (nodeId: string): string => `kirim-${nodeId}`

/**
 * Once a node has left, or others have gone on without it, none of its new connections to the
 * database can be used: so nothing is written for it once its old ones were ended.
 */
export function createNodeGuard(nodeId: string) {
  let onLeft: (() => void) | null = null
  return {
    /** It has joined: from here on, whether it still takes part is asked. */
    begin(whenLeft: () => void): void {
      onLeft = whenLeft
    },
    async admit(ask: (statement: string, values: unknown[]) => Promise<number>): Promise<void> {
      if (!onLeft || (await ask(TAKES_PART, [nodeId])) > 0) return
      onLeft()
      throw new Error('The other nodes have taken over from this one.')
    },
  }
}
