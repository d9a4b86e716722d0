import { type ConnectionState, jidDecode, makeWASocket, type WASocket } from 'baileys'
import { type Close, closeOf } from '../../../features/devices/closes.ports.ts'
import type { LinkAttempt, LinkListener } from '../../../features/devices/devices.ports.ts'
import { inBulkhead } from '../../../platform/bulkhead.ts'
import type { Clock } from '../../../platform/clock.ts'
import { tidyLine } from '../../../platform/tidy-line.ts'
import { limitAttempt } from '../connection/attempt-limits.ts'
import { readClose } from '../connection/close-cause.ts'
import { closeInTime } from '../connection/close-in-time.ts'
import { ownFrameFaults, SessionFault } from '../connection/session-fault.ts'
import { type DialTarget, socketConfig } from '../connection/socket-config.ts'
import { createFreshAuthState } from '../keys/auth-state.ts'
import { DRIVER_CODE_MS, showCodes } from './link-codes.ts'
import { accountJid, askPairingCode, PairingRefused } from './pairing-code.ts'
import { watchPasskey } from './passkey-ceremony.ts'

/** A pairing code is valid while the connection lasts, which ends with the sixth QR code. */
const PAIRING_CODE_MS = 160_000

export interface LinkEvents extends LinkListener {
  /** Something failed that does not affect the link. */
  onFault(error: unknown): void
}

/**
 * Shows codes until a phone scans one or types the pairing code. Opening the device afterwards
 * completes the link.
 */
export function startLink(
  address: DialTarget,
  { phoneNumber }: { readonly phoneNumber: string | null },
  listener: LinkEvents,
  clock: Clock,
  open: (
    config: ReturnType<typeof socketConfig>,
  ) => Pick<WASocket, 'ev' | 'ws' | 'end' | 'query'> = makeWASocket,
): LinkAttempt {
  const auth = createFreshAuthState()
  const config = { ...socketConfig(address, auth.state), qrTimeout: DRIVER_CODE_MS }
  const socket = inBulkhead(breakOff, () => open(config))
  ownFrameFaults(socket, breakOff)
  const silence = limitAttempt(socket, clock, listener.onFault)
  closeInTime(socket, clock)
  let attempt = 0
  let over = false

  socket.ev.on('creds.update', (update) => {
    Object.assign(auth.state.creds, update)
  })

  socket.ev.on('connection.update', (update) => {
    if (!over && update.connection === 'close') finish(update)
  })

  const codes = showCodes(socket, clock, {
    onCode(qr) {
      silence.cancel()
      attempt = qr.attempt
      listener.onQr(qr)
      if (phoneNumber && attempt === 1) void showPairingCode(phoneNumber)
    },
    onRunOut: () => void socket.end(new Error('No code was used.')).catch(listener.onFault),
  })

  const passkey = watchPasskey({
    socket,
    creds: auth.state.creds,
    clock,
    onNews(news) {
      codes.stop()
      listener.onPasskey(news)
    },
    onEnded: endWith,
  })

  /** Ends the attempt: no more events. */
  function settle(): void {
    over = true
    silence.cancel()
    codes.stop()
    passkey.stop()
  }

  function endWith(close: Close, error?: Error): void {
    if (over) return
    settle()
    listener.onEnded(close)
    void socket.end(error).catch(listener.onFault)
  }

  function breakOff(fault: unknown): void {
    listener.onFault(fault)
    void socket.end(new SessionFault(fault)).catch(listener.onFault)
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
        return endWith(closeOf('pairing_refused', { code: error.code }), error)
      }
      void socket.end(error instanceof Error ? error : undefined).catch(listener.onFault)
    }
  }

  /**
   * After pairing, the network closes with 'restart required'; the device is linked from then on.
   */
  function finish(update: Partial<ConnectionState>) {
    settle()
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
    const isExpired = cause === 'connection_lost' && attempt > 0 && !passkey.isOn()
    listener.onEnded(isExpired ? closeOf('qr_expired') : close)
  }

  /** A pairing code sets the number beforehand, without a device id. */
  function isAccepted(): boolean {
    const { me } = auth.state.creds
    return me !== undefined && me.id !== (phoneNumber && accountJid(phoneNumber))
  }

  return {
    withdraw() {
      // The phone has accepted and lists this device already: only a stored link can be removed
      // again.
      if (isAccepted() || (!over && passkey.isSealed())) return false
      if (over) return true
      settle()
      void socket.end(undefined)
      return true
    },
    answerPasskey: passkey.answer,
    confirmPasskey: passkey.confirm,
  }
}
