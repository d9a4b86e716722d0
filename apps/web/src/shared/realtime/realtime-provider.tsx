import { ErrorBody } from '@kirim/contract/refusals'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Socket } from 'socket.io-client'
import { workspaceRefused } from '#shared/api/called-workspace.ts'
import { noteConnected, noteDisconnected, onStaleAnswer } from '#shared/api/event-position.ts'
import { whenIdle } from '#shared/ui/when-idle.ts'
import { type Realtime, RealtimeContext } from './realtime-context.ts'

/** Connection settings [9.realtime]. */
const timings = {
  path: '/socket.io',
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
}

/** Shorter interruptions are not shown. */
const OFFLINE_AFTER_MS = 2000

interface RealtimeProviderProps {
  token: string
  userId: string
  /** Null for a person who belongs to none. */
  workspaceId: string | null
  /** Called when the server has ended the session. */
  onSignedOut: () => void
  children: ReactNode
}

type ConnectionState = Pick<Realtime, 'status' | 'lastError'>

const connecting: ConnectionState = { status: 'connecting', lastError: null }

/** Provides one realtime connection for the signed-in user. */
export function RealtimeProvider(props: RealtimeProviderProps) {
  const { token, userId, workspaceId, onSignedOut, children } = props
  const [state, setState] = useState(connecting)
  const signedOut = useEffectEvent(onSignedOut)
  const socket = useSocket(token, userId, workspaceId, (error) =>
    setState({ status: 'disconnected', lastError: error.message }),
  )

  useEffect(() => {
    if (socket) return keepConnected(socket, workspaceId, setState, () => signedOut())
  }, [socket, workspaceId])

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

/** Loads the client when the page is idle; null until then. */
function useSocket(
  token: string,
  userId: string,
  workspaceId: string | null,
  onFailure: (error: Error) => void,
): Socket | null {
  const failed = useEffectEvent(onFailure)
  const [connection, setConnection] = useState<{ token: string; socket: Socket } | null>(null)
  useEffect(() => {
    let active = true
    const make = () =>
      import('socket.io-client').then(
        ({ io }) => {
          const auth = { token, ...(workspaceId && { workspace: workspaceId }) }
          const options = { auth, query: { userId }, autoConnect: false, forceNew: true }
          if (active) setConnection({ token, socket: io({ ...timings, ...options }) })
        },
        (error: Error) => active && failed(error),
      )
    const cancel = whenIdle(() => void make())
    return () => {
      active = false
      cancel()
    }
  }, [token, userId, workspaceId])
  return connection?.token === token ? connection.socket : null
}

/**
 * Counts how often events were missed: after a reconnect, or when a response is older than the
 * connection's position.
 */
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

/**
 * When the connection was lost, including reconnect attempts; null until that has lasted two
 * seconds.
 */
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

/**
 * Connects, reports the state, and reconnects where socket.io does not. Returns a function that
 * ends it.
 */
function keepConnected(
  socket: Socket,
  workspaceId: string | null,
  report: (state: ConnectionState) => void,
  signedOut: () => void,
): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  // socket.io reconnects after a lost connection, but not after the server closed or refused it.
  const reconnect = () => {
    if (socket.active) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      report(connecting)
      socket.connect()
    }, timings.reconnectionDelayMax)
  }
  const listeners = {
    connect: () => {
      clearTimeout(retry)
      report({ status: 'connected', lastError: null })
    },
    disconnect: () => {
      report({ status: 'disconnected', lastError: null })
      reconnect()
    },
    connect_error: (error: Error & { data?: unknown }) => {
      report({ status: 'disconnected', lastError: error.message })
      const { code } = ErrorBody.safeParse(error.data).data ?? {}
      if (code === 'workspace_not_found' && workspaceId) workspaceRefused(workspaceId)
      if (code === 'unauthenticated') signedOut()
      else reconnect()
    },
    signed_out: signedOut,
  }
  for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener)
  // Resets the state left by the connection of a previous token.
  report(connecting)
  socket.connect()
  return () => {
    clearTimeout(retry)
    for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener)
    socket.disconnect()
  }
}
