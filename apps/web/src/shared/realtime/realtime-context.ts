import type { ClientEventName, clientEvents } from '@kirim/contract/realtime'
import { createContext, useContext } from 'react'
import type { Socket } from 'socket.io-client'
import type { input, ZodMiniType } from 'zod/mini'

type Inputs<T extends readonly ZodMiniType[]> = { -readonly [I in keyof T]: input<T[I]> }

/** An argument that may be undefined may be left out. */
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
   * Since when (epoch ms) the server has not been heard of, once that has lasted a moment: what is
   * in sight is as of then. Null while there is nothing to say.
   */
  offlineSince: number | null
  /** Grows each time events were missed: what was loaded may be out of date. */
  missedCount: number
  /** Asks for the line at once, where it would be tried again by itself. */
  reconnectNow: () => void
  /** Sends at once; false when there is no connection. Nothing is kept for later. */
  emit: <E extends ClientEventName>(event: E, ...args: EmitArgs<E>) => boolean
}

export interface RealtimeConnection extends Realtime {
  /** Null until its code is there. */
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
 * The state of the realtime connection, and how to send on it. @throws outside a RealtimeProvider.
 */
export function useRealtime(): Realtime {
  return useRealtimeConnection()
}

/** As `Realtime.offlineSince`; null also outside a RealtimeProvider, where nothing is live. */
export function useOfflineSince(): number | null {
  return useContext(RealtimeContext)?.offlineSince ?? null
}
