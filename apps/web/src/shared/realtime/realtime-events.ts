import { type EventArgs, type ServerEventName, serverEvents } from '@kirim/contract/realtime'
import { ErrorBody } from '@kirim/contract/refusals'
import { useEffect, useEffectEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import type { Refusal } from '#shared/i18n/server-text.ts'
import { useRealtimeConnection } from './realtime-context.ts'

/**
 * Subscribes to an event while the component is mounted. Events whose arguments do not match the
 * contract are dropped.
 */
export function useRealtimeEvent<E extends ServerEventName>(
  event: E,
  handler: (...args: EventArgs<E>) => void,
): void {
  const { socket } = useRealtimeConnection()
  const onEvent = useEffectEvent((raw: unknown[]) => {
    const args = parseArgs(event, raw)
    if (args) handler(...args)
  })
  useEffect(() => {
    if (!socket) return
    const listener = (...raw: unknown[]) => onEvent(raw)
    // socket.io's overloads cannot resolve the generic event name.
    socket.on(event as string, listener)
    return () => {
      socket.off(event as string, listener)
    }
  }, [socket, event])
}

/** Subscribes to failed connection attempts, with their reason [8.realtime.connect]. */
export function useConnectError(handler: (reason: Refusal) => void): void {
  const { socket } = useRealtimeConnection()
  const onError = useEffectEvent((error: Error & { data?: unknown }) => {
    const refused = ErrorBody.safeParse(error.data).data
    // Without an answer from the server, this is socket.io's own message.
    handler({ code: refused?.code ?? '', params: refused?.params ?? {}, message: error.message })
  })
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
  // Each argument was parsed by the schema that defines its type.
  return args as EventArgs<E>
}
