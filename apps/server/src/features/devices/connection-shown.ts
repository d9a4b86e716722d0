import type { ConnectionState } from './connection-state.ts'

/**
 * `connecting` and `banned_for_now`: it reconnects by itself. `banned` and `refused`: asking for it
 * is no use before something else is done.
 */
export type Connection =
  | 'connected'
  | 'connecting'
  | 'disconnected'
  | 'banned'
  | 'banned_for_now'
  | 'refused'

/** Of a device that is not connected, or that its plan has no place for. */
export function connectionShown(state: ConnectionState): Connection {
  switch (state.kind) {
    case 'connected':
      return 'connecting'
    case 'connecting':
    case 'waiting':
      return state.close?.cause === 'banned_until' ? 'banned_for_now' : 'connecting'
    case 'stopped':
      // What was opened elsewhere comes back when its owner asks.
      if (state.close.cause === 'replaced') return 'disconnected'
      return state.close.cause === 'banned' ? 'banned' : 'refused'
    case 'idle':
    case 'logged_out':
      return 'disconnected'
  }
}
