import type { Clock } from '../../../platform/clock.ts'
import type { Close } from '../closes.ports.ts'
import type { DeviceSession, NewChatNews, WhatsAppNetwork } from '../devices.ports.ts'
import {
  type ConnectionAction,
  type ConnectionEvent,
  type ConnectionState,
  IDLE,
  nextConnection,
  waitOf,
} from './connection-state.ts'

export interface ConnectionsDeps {
  readonly network: WhatsAppNetwork
  readonly clock: Clock
  readonly random: () => number
  onOpened(deviceId: string, identity: { name: string; lid: string | null }): Promise<void>
  onRenamed(deviceId: string, name: string): Promise<void>
  onForgedKey(deviceId: string): Promise<void>
  onNewChats(deviceId: string, news: NewChatNews): Promise<void>
  onClosed(deviceId: string, state: ConnectionState): Promise<void>
  /** Its state has changed. */
  onState(deviceId: string): void
  onFault(deviceId: string, error: unknown): void
  /** Its wait is over; the queue calls `reconnect` in turn. */
  onRetryDue(deviceId: string): void
}

interface Slot {
  state: ConnectionState
  session: DeviceSession | null
  cancelRetry: (() => void) | null
  /** Until then, the node that had the device before may still sign in. */
  lateSignInUntil: number
}

/** About as long, a machine resends what a node sent before its connection was cut. */
const LATE_SIGN_IN_MS = 120_000

/** Keeps each linked device connected or closed, as its owner wants. */
export function createDeviceConnections(deps: ConnectionsDeps) {
  const slots = new Map<string, Slot>()

  function slotOf(deviceId: string): Slot {
    const existing = slots.get(deviceId)
    if (existing) return existing
    const slot: Slot = { state: IDLE, session: null, cancelRetry: null, lateSignInUntil: 0 }
    slots.set(deviceId, slot)
    return slot
  }

  /**
   * Applies an event and runs the transition's action. Resolves once a session that it closes is
   * closed.
   */
  async function handle(deviceId: string, event: ConnectionEvent): Promise<void> {
    const slot = slotOf(deviceId)
    const { state, actions } = nextConnection(slot.state, event)
    slot.state = state
    deps.onState(deviceId)
    for (const action of actions) await act(deviceId, slot, action)
  }

  async function act(deviceId: string, slot: Slot, action: ConnectionAction): Promise<void> {
    slot.cancelRetry?.()
    slot.cancelRetry = null
    if (action === 'open') slot.session = openSession(deviceId, slot)
    if (action === 'retry_later' && slot.state.kind === 'waiting') {
      const wait = waitOf(slot.state, deps.clock.now(), deps.random)
      slot.cancelRetry = deps.clock.after(wait, () => deps.onRetryDue(deviceId))
      slot.state = { ...slot.state, nextTryAt: deps.clock.now() + wait }
      deps.onState(deviceId)
    }
    if (action === 'close') {
      const { session } = slot
      slot.session = null
      await session?.close()
    }
  }

  function openSession(deviceId: string, slot: Slot): DeviceSession {
    /** Ignores events of a session that was closed or replaced on purpose. */
    const whileCurrent =
      <Args extends unknown[]>(run: (...args: Args) => Promise<void>) =>
      (...args: Args) => {
        if (slots.get(deviceId) !== slot || slot.session !== session) return
        run(...args).catch((error) => deps.onFault(deviceId, error))
      }
    const session: DeviceSession = deps.network.open(deviceId, {
      onOpen: whileCurrent((identity) => {
        void handle(deviceId, { kind: 'opened', at: deps.clock.now() })
        return deps.onOpened(deviceId, identity)
      }),
      onRenamed: whileCurrent((name) => deps.onRenamed(deviceId, name)),
      onForgedKey: whileCurrent(() => deps.onForgedKey(deviceId)),
      onNewChats: whileCurrent((news) => deps.onNewChats(deviceId, news)),
      onClosed: whileCurrent((close) => {
        slot.session = null
        return handleClose(deviceId, judgeClose(slot, close))
      }),
    })
    return session
  }

  /**
   * If the node that had the device before was cut off, its sign-in may arrive late and replace
   * this session. The device is then opened again, once: a second replacement comes from somebody
   * else, and the device yields to it.
   */
  function judgeClose(slot: Slot, close: Close): Close {
    if (close.cause !== 'replaced' || deps.clock.now() >= slot.lateSignInUntil) return close
    slot.lateSignInUntil = 0
    return { ...close, cause: 'connection_lost' }
  }

  function takeOut(deviceId: string): DeviceSession | null {
    const slot = slots.get(deviceId)
    slot?.cancelRetry?.()
    slots.delete(deviceId)
    deps.onState(deviceId)
    return slot?.session ?? null
  }

  async function handleClose(deviceId: string, close: Close): Promise<void> {
    await handle(deviceId, { kind: 'closed', close, at: deps.clock.now() })
    await deps.onClosed(deviceId, slotOf(deviceId).state)
  }

  return {
    stateOf: (deviceId: string): ConnectionState => slots.get(deviceId)?.state ?? IDLE,
    isConnected: (deviceId: string): boolean => slots.get(deviceId)?.state.kind === 'connected',
    connect: (deviceId: string) => handle(deviceId, { kind: 'wanted' }),
    /** Marks it as reconnecting until it is opened, unless its owner connects or closes it. */
    markReconnecting: (deviceId: string) => handle(deviceId, { kind: 'will_reconnect' }),
    /** Another node had the device until now, or still believes that it has it. */
    expectLateSignIn(deviceId: string): void {
      slotOf(deviceId).lateSignInUntil = deps.clock.now() + LATE_SIGN_IN_MS
    },
    reconnect: (deviceId: string) => handle(deviceId, { kind: 'retry_due' }),
    /** A newer client version is known: returns the devices refused as too old, which now wait. */
    async newerClient(): Promise<string[]> {
      const before = [...slots].filter(([, { state }]) => state.kind === 'stopped')
      await Promise.all(before.map(([deviceId]) => handle(deviceId, { kind: 'newer_client' })))
      return before.flatMap(([deviceId, { state }]) => (state.kind === 'waiting' ? [deviceId] : []))
    },
    disconnect: (deviceId: string) => handle(deviceId, { kind: 'unwanted' }),
    /** Its proxy has changed: reopens a session or restarts an attempt. */
    async restart(deviceId: string): Promise<void> {
      const slot = slots.get(deviceId)
      if (!slot) return
      const { session } = slot
      slot.session = null
      await session?.close()
      // Its owner may have closed, removed or reopened it meanwhile.
      if (slots.get(deviceId) !== slot || slot.session !== null) return
      await handle(deviceId, { kind: 'way_changed' })
      if (session) await deps.onClosed(deviceId, slot.state)
    },
    /** Unlinks at the network if a session is open, and forgets the device. */
    async logOut(deviceId: string): Promise<void> {
      await takeOut(deviceId)?.logOut()
    },
    /** Closes the current session, if any, and starts from the initial state. */
    async forget(deviceId: string): Promise<void> {
      await takeOut(deviceId)?.close()
    },
    /** Tries to open a session only to unlink it properly; gives up after `withinMs`. */
    async openBriefly(deviceId: string, withinMs: number): Promise<void> {
      await takeOut(deviceId)?.close()
      const slot = slotOf(deviceId)
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = deps.clock.after(withinMs, resolve)
      slot.session = deps.network.open(deviceId, {
        onOpen: () => resolve(),
        onRenamed: () => {},
        onForgedKey: () => {},
        onNewChats: () => {},
        onClosed: () => resolve(),
      })
      await promise
      cancel()
    },
    async stop(): Promise<void> {
      await Promise.all([...slots.keys()].map((id) => handle(id, { kind: 'unwanted' })))
      slots.clear()
    },
  }
}

export type DeviceConnections = ReturnType<typeof createDeviceConnections>
