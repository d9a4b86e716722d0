import { type ConnectionState, jidDecode, makeWASocket, type WASocket } from 'baileys'
import { closeOf } from '../../features/devices/closes.ports.ts'
import type { LinkListener } from '../../features/devices/devices.ports.ts'
import type { Clock } from '../../platform/clock.ts'
import { tidyLine } from '../../platform/tidy-line.ts'
import { limitAttempt } from './attempt-limits.ts'
import { createFreshAuthState } from './auth-state.ts'
import { readClose } from './close-cause.ts'
import { accountJid, askPairingCode, PairingRefused } from './pairing-code.ts'
import { type Dialled, socketConfig } from './socket-config.ts'

/** How long the network keeps the first code; later codes expire sooner. */
const FIRST_CODE_MS = 60_000
const NEXT_CODE_MS = 20_000
/** A pairing code is valid as long as the connection, which ends with the sixth QR code. */
const PAIRING_CODE_MS = FIRST_CODE_MS + 5 * NEXT_CODE_MS

export interface LinkEvents extends LinkListener {
  /** Something could not be done that changes nothing for the link. */
  onFault(error: unknown): void
}

/**
 * Shows codes until a phone scans one or types the pairing code. Opening the device afterwards
 * completes the link.
 */
export function startLink(
  address: Dialled,
  { phoneNumber }: { readonly phoneNumber: string | null },
  listener: LinkEvents,
  clock: Clock,
  open: (
    config: ReturnType<typeof socketConfig>,
  ) => Pick<WASocket, 'ev' | 'ws' | 'end' | 'query'> = makeWASocket,
): { withdraw(): boolean } {
  const auth = createFreshAuthState()
  const socket = open(socketConfig(address, auth.state))
  const silence = limitAttempt(socket, clock, listener.onFault)
  let attempt = 0
  let over = false

  socket.ev.on('creds.update', (update) => {
    Object.assign(auth.state.creds, update)
  })

  socket.ev.on('connection.update', (update) => {
    if (over) return
    if (update.qr) showCode(update.qr)
    if (update.connection === 'close') finish(update)
  })

  // The driver acknowledges it and waits for ever.
  socket.ws.on('CB:notification,type:passkey_prologue_request', () => {
    if (over) return
    over = true
    listener.onEnded(closeOf('passkey_needed'))
    void socket.end(undefined).catch(listener.onFault)
  })

  function showCode(text: string) {
    silence.settled()
    attempt += 1
    listener.onQr({ text, attempt, expiresInMs: attempt === 1 ? FIRST_CODE_MS : NEXT_CODE_MS })
    if (phoneNumber && attempt === 1) void showPairingCode(phoneNumber)
  }

  async function showPairingCode(number: string) {
    const startedAt = clock.now()
    try {
      const code = await askPairingCode(socket, auth.state.creds, number)
      const expiresInMs = startedAt + PAIRING_CODE_MS - clock.now()
      if (!over) listener.onPairingCode({ code, expiresInMs })
    } catch (error) {
      if (over) return
      if (error instanceof PairingRefused) {
        over = true
        listener.onEnded(closeOf('pairing_refused', { code: error.code }))
      }
      void socket.end(error instanceof Error ? error : undefined).catch(listener.onFault)
    }
  }

  /**
   * After pairing the network closes with 'restart required': from then on the device is linked.
   */
  function finish(update: Partial<ConnectionState>) {
    over = true
    silence.settled()
    const { me } = auth.state.creds
    const close = readClose(update.lastDisconnect?.error, clock.now())
    const { cause } = close
    const number = jidDecode(me?.id)?.user
    if (isAccepted() && me && number && cause !== 'logged_out') {
      listener.onPaired(
        { number, lid: me.lid ?? null, name: tidyLine(me.name ?? '') },
        auth.pieces(),
      )
      return
    }
    const isExpired = cause === 'connection_lost' && attempt > 0
    listener.onEnded(isExpired ? closeOf('qr_expired') : close)
  }

  /** A pairing code names the number before, but no device of it. */
  function isAccepted(): boolean {
    const { me } = auth.state.creds
    return me !== undefined && me.id !== (phoneNumber && accountJid(phoneNumber))
  }

  return {
    withdraw() {
      // The phone has accepted and lists us already: only a stored link can be removed again.
      if (isAccepted()) return false
      if (over) return true
      over = true
      silence.settled()
      void socket.end(undefined)
      return true
    },
  }
}
