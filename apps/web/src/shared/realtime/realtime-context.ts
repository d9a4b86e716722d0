import {
  type ClientEventName,
  type clientEvents,
  type EventArgs,
  type ServerEventName,
  serverEvents,
} from '@kirim/contract/realtime'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
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
   * Since when (epoch ms) the server has not been heard of, once that has lasted a moment: what is in
   * sight is as of then. Null while there is nothing to say.
   */
  lostAt: number | null
  /** Grows each time events were missed: what was loaded may be out of date. */
  missed: number
  /** Asks for the line at once, where it would be tried again by itself. */
  tryNow: () => void
  /** Sends at once; false when there is no connection. Nothing is kept for later. */
  emit: <E extends ClientEventName>(event: E, ...args: EmitArgs<E>) => boolean
}

export interface RealtimeLine extends Realtime {
  /** Null until its code is there. */
  socket: Socket | null
}

export const RealtimeContext = createContext<RealtimeLine | null>(null)

function useLine(): RealtimeLine {
  const line = useContext(RealtimeContext)
  if (!line) throw new Error('useRealtime mesti digunakan di dalam RealtimeProvider')
  return line
}

/** The state of the realtime connection, and how to send on it. @throws outside a RealtimeProvider. */
export function useRealtime(): Realtime {
  return useLine()
}

/** As `Realtime.lostAt`; null also outside a RealtimeProvider, where nothing is live. */
export function useLostAt(): number | null {
  return useContext(RealtimeContext)?.lostAt ?? null
}

/** Hears one event for as long as the component stands; arguments that the contract does not know are dropped. */
export function useRealtimeEvent<E extends ServerEventName>(
  event: E,
  handler: (...args: EventArgs<E>) => void,
): void {
  const { socket } = useLine()
  const onEvent = useEffectEvent((raw: unknown[]) => {
    const args = parseArgs(event, raw)
    if (args) handler(...args)
  })
  useEffect(() => {
    if (!socket) return
    const listener = (...raw: unknown[]) => onEvent(raw)
    // The event names are the contract's; socket.io's own overloads cannot see that through E.
    socket.on(event as string, listener)
    return () => {
      socket.off(event as string, listener)
    }
  }, [socket, event])
}

/** Hears each failed attempt to connect, with its reason (SPEC §8 'Server connection failed: {reason}'). */
export function useConnectError(handler: (reason: string) => void): void {
  const { socket } = useLine()
  const onError = useEffectEvent((error: Error) => handler(error.message))
  useEffect(() => {
    if (!socket) return
    const listener = (error: Error) => onError(error)
    socket.on('connect_error', listener)
    return () => {
      socket.off('connect_error', listener)
    }
  }, [socket])
}

function parseArgs<E extends ServerEventName>(event: E, raw: unknown[]): EventArgs<E> | null {
  const schemas: readonly ZodMiniType[] = serverEvents[event]
  const args: unknown[] = []
  for (const [index, schema] of schemas.entries()) {
    const parsed = schema.safeParse(raw[index])
    if (!parsed.success) return null
    args.push(parsed.data)
  }
  // Each argument came out of the schema that its type is made from.
  return args as EventArgs<E>
}
