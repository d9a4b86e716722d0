import { ErrorBody } from '@kirim/contract/refusals'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { noteConnected, noteDisconnected, onStaleAnswer } from '#shared/api/event-position.ts'
import { whenIdle } from '#shared/ui/when-idle.ts'
import { type Realtime, RealtimeContext } from './realtime-context.ts'

/** How the connection is kept [9.realtime]. */
const timings = {
  path: '/socket.io',
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
}

/** A line that comes back sooner was not worth a word. */
const OFFLINE_AFTER_MS = 2000

interface RealtimeProviderProps {
  token: string
  userId: string
  /** The server has ended this sign-in. */
  onSignedOut: () => void
  children: ReactNode
}

type ConnectionState = Pick<Realtime, 'status' | 'lastError'>

const connecting: ConnectionState = { status: 'connecting', lastError: null }

/** One connection for the signed-in user, from here down. */
export function RealtimeProvider({ token, userId, onSignedOut, children }: RealtimeProviderProps) {
  const [state, setState] = useState(connecting)
  const signedOut = useEffectEvent(onSignedOut)
  const socket = useSocket(token, userId, (error) =>
    setState({ status: 'disconnected', lastError: error.message }),
  )

  useEffect(() => {
    if (socket) return keepConnected(socket, setState, () => signedOut())
  }, [socket])

  const offlineSince = useOfflineTimer(state.status)
  const missedCount = useMissedCount(socket)

  const line = useMemo(() => {
    const emit: Realtime['emit'] = (event, ...args) => {
      if (!socket?.connected) return false
      socket.emit(event as string, ...args)
      return true
    }
    const reconnectNow = () => {
      if (!socket?.connected) socket?.disconnect().connect()
    }
    const known = socket || state.lastError ? state : connecting
    return { ...known, offlineSince, missedCount, socket, emit, reconnectNow }
  }, [state, offlineSince, missedCount, socket])
  return <RealtimeContext value={line}>{children}</RealtimeContext>
}

/** Null until the page is shown and its code is there. */
function useSocket(
  token: string,
  userId: string,
  onFailure: (error: Error) => void,
): Socket | null {
  const failed = useEffectEvent(onFailure)
  const [made, setMade] = useState<{ token: string; socket: Socket } | null>(null)
  useEffect(() => {
    let active = true
    const make = () =>
      import('socket.io-client').then(
        ({ io }) => {
          const options = { auth: { token }, query: { userId }, autoConnect: false, forceNew: true }
          if (active) setMade({ token, socket: io({ ...timings, ...options }) })
        },
        (error: Error) => active && failed(error),
      )
    const cancel = whenIdle(() => void make())
    return () => {
      active = false
      cancel()
    }
  }, [token, userId])
  return made?.token === token ? made.socket : null
}

/** How often events were missed: the line was away, or came after something else had been told. */
function useMissedCount(socket: Socket | null): number {
  const [missedCount, setMissedCount] = useState(0)
  const hasConnected = useRef(false)
  useEffect(() => onStaleAnswer(() => setMissedCount((count) => count + 1)), [])
  useEffect(() => {
    if (!socket) return
    const onPosition = (position: unknown) => {
      const late = typeof position !== 'string' || noteConnected(position)
      if (late || hasConnected.current) setMissedCount((count) => count + 1)
      hasConnected.current = true
    }
    socket.on('event_position', onPosition)
    socket.on('disconnect', noteDisconnected)
    return () => {
      socket.off('event_position', onPosition)
      socket.off('disconnect', noteDisconnected)
      noteDisconnected()
    }
  }, [socket])
  return missedCount
}

/** Since when the line has been away, tries to get it back included; null until that has lasted. */
function useOfflineTimer(status: ConnectionState['status']): number | null {
  const since = useRef<number | null>(null)
  const [offlineSince, setOfflineSince] = useState<number | null>(null)
  useEffect(() => {
    if (status === 'connected') {
      since.current = null
      setOfflineSince(null)
      return
    }
    if (status === 'disconnected') since.current ??= Date.now()
    const from = since.current
    if (from === null) return
    const timer = setTimeout(() => setOfflineSince(from), from + OFFLINE_AFTER_MS - Date.now())
    return () => clearTimeout(timer)
  }, [status])
  return offlineSince
}

/** Connects, reports, and comes back where socket.io itself does not; returns what ends it all. */
function keepConnected(
  socket: Socket,
  report: (state: ConnectionState) => void,
  signedOut: () => void,
): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  // Socket.IO comes back by itself from a lost line,
  // but not from a server that closed or refused it.
  const reconnect = () => {
    if (socket.active) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      report(connecting)
      socket.connect()
    }, timings.reconnectionDelayMax)
  }
  const listeners = {
    connect: () => report({ status: 'connected', lastError: null }),
    disconnect: () => {
      report({ status: 'disconnected', lastError: null })
      reconnect()
    },
    connect_error: (error: Error & { data?: unknown }) => {
      report({ status: 'disconnected', lastError: error.message })
      const refusal = ErrorBody.safeParse(error.data)
      if (refusal.data?.code === 'unauthenticated') signedOut()
      else reconnect()
    },
    signed_out: signedOut,
  }
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  // Of another token's line before this one, nothing is true any more.
  report(connecting)
  socket.connect()
  return () => {
    clearTimeout(retry)
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
    socket.disconnect()
  }
}
