import type { ClientEventName, clientEvents } from '@kirim/contract/realtime'
import { createContext, useContext } from 'react'
import type { Socket } from 'socket.io-client'
import type { input, ZodMiniType } from 'zod/mini'

type Inputs<T extends readonly ZodMiniType[]> = { -readonly [I in keyof T]: input<T[I]> }

/** An argument that may be undefined is optional. */
type EmitArgs<E extends ClientEventName> =
  Inputs<(typeof clientEvents)[E]> extends readonly [infer Only]
    ? undefined extends Only
      ? [argument?: Only]
      : [argument: Only]
    : Inputs<(typeof clientEvents)[E]>

export interface Realtime {
  status: 'connecting' | 'connected' | 'disconnected'
  /** Why the last attempt to connect failed; null once connected. */
  lastError: string | null
  /**
   * When the connection was lost (epoch ms); null while connected or within the first two seconds.
   * Data on screen may be as old as this.
   */
  offlineSince: number | null
  /** Increases each time events were missed: loaded data may be out of date. */
  missedCount: number
  /** Reconnects at once instead of waiting for the next attempt. */
  reconnectNow: () => void
  /** Sends an event; returns false without a connection. Nothing is queued. */
  emit: <E extends ClientEventName>(event: E, ...args: EmitArgs<E>) => boolean
}

export interface RealtimeConnection extends Realtime {
  /** Null until the client code is loaded. */
  socket: Socket | null
}

export const RealtimeContext = createContext<RealtimeConnection | null>(null)

/** @throws outside a RealtimeProvider. */
export function useRealtimeConnection(): RealtimeConnection {
  const line = useContext(RealtimeContext)
  if (!line) throw new Error('useRealtime mesti digunakan di dalam RealtimeProvider')
  return line
}

/**
 * The state of the realtime connection and its actions.
 * @throws outside a RealtimeProvider.
 */
export function useRealtime(): Realtime {
  return useRealtimeConnection()
}

/** `Realtime.offlineSince`, or null outside a RealtimeProvider. */
export function useOfflineSince(): number | null {
  return useContext(RealtimeContext)?.offlineSince ?? null
}
