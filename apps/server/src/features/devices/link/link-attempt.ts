import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode, QrLife } from '@kirim/contract/realtime'
import { type Reason, type ReasonCode, reasonParams } from '@kirim/contract/reason-texts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Close, CloseCause } from '../closes.ports.ts'
import type { DevicesEvents } from '../devices.events.ts'
import type { LinkAttempt } from '../devices.ports.ts'
import type { createPasskeyWait } from './passkey-step.ts'

/** For this long, a repeated request for the same number shows the same code. */
const PAIRING_CODE_KEPT_MS = 10_000

/** A request for pairing codes of a phone number, and which of its codes is the current one. */
export interface Pairing {
  readonly phoneNumber: string
  readonly attempt: number
  readonly begunAt: number
}

export interface Attempt {
  readonly begunAt: number
  readonly link: LinkAttempt
  /** Resolves once its outcome is stored. */
  readonly finished: Promise<void>
  qr: { text: string; attempt: number; expiresAt: number } | null
  /** Null when it links by QR code alone. */
  readonly pairing: Pairing | null
  code: { text: string; expiresAt: number } | null
  /** The device to link again; null for a new one. */
  readonly deviceId: string | null
  readonly passkey: ReturnType<typeof createPasskeyWait>
}

/** Whether a code for the same number was requested just now. */
export function isFresh({ pairing }: Attempt, phoneNumber: string, now: number): boolean {
  const age = pairing ? now - pairing.begunAt : Number.POSITIVE_INFINITY
  return pairing?.phoneNumber === phoneNumber && age < PAIRING_CODE_KEPT_MS
}

/** Whether the attempt shows the wanted QR code; one with a pairing code shows both. */
export function showsQr({ pairing, deviceId }: Attempt, wanted: string | null): boolean {
  return deviceId === wanted || (pairing !== null && wanted === null)
}

interface ShownLinkDeps {
  readonly attempts: ReadonlyMap<string, Attempt>
  readonly events: Pick<DevicesEvents, 'qr' | 'passkey' | 'pairingCode'>
  readonly clock: Clock
}

/** Reads the pending codes and passkey steps of attempts, and sends them to the browsers. */
export function createLinkDisplay({ attempts, events, clock }: ShownLinkDeps) {
  /** The code that can be scanned now, and how long it is valid. */
  function waitingCode(workspaceId: string): { text: string; life: QrLife } | null {
    const qr = attempts.get(workspaceId)?.qr
    if (!qr || qr.expiresAt <= clock.now()) return null
    return {
      text: qr.text,
      life: { expiresInMs: qr.expiresAt - clock.now(), attempt: qr.attempt },
    }
  }

  /** The code that can be typed now. */
  function waitingPairing(workspaceId: string): PairingCode | null {
    const { pairing = null, code = null } = attempts.get(workspaceId) ?? {}
    if (!pairing || !code || code.expiresAt <= clock.now()) return null
    const { phoneNumber, attempt } = pairing
    return { code: code.text, phoneNumber, attempt, expiresInMs: code.expiresAt - clock.now() }
  }

  const waitingPasskey = (workspaceId: string): PasskeyStep | null =>
    attempts.get(workspaceId)?.passkey.pairingCode() ?? null

  const deviceIdOf = (workspaceId: string) => attempts.get(workspaceId)?.deviceId ?? null

  function showPasskey(workspaceId: string): void {
    const step = waitingPasskey(workspaceId)
    if (step) events.passkey(workspaceId, deviceIdOf(workspaceId), step)
  }

  function showPairing(workspaceId: string): void {
    const shown = waitingPairing(workspaceId)
    if (shown) events.pairingCode(workspaceId, deviceIdOf(workspaceId), shown)
  }

  /** Sends the QR code and the passkey step again, without the pairing code. */
  function showAgain(workspaceId: string): void {
    const code = waitingCode(workspaceId)
    if (code) events.qr(workspaceId, deviceIdOf(workspaceId), code.text, code.life)
    showPasskey(workspaceId)
  }

  return {
    waitingCode,
    waitingPairing,
    waitingPasskey,
    /** The device that is linked again; null for a new one. */
    deviceIdOf,
    showPasskey,
    showPairing,
    showAgain,
    /** Whether a QR code or a passkey step is pending. */
    isWaiting: (workspaceId: string): boolean =>
      waitingCode(workspaceId) !== null || waitingPasskey(workspaceId) !== null,
    /** Sends everything that is pending again. */
    show(workspaceId: string): void {
      showAgain(workspaceId)
      showPairing(workspaceId)
    },
  }
}

/** Linking a number again goes through its proxy, if it has one. */
const OF_PROXY: Partial<Record<CloseCause, ReasonCode>> = {
  proxy_down: 'proxy_unreachable',
  proxy_sign_in: 'proxy_sign_in',
  proxy_blocks: 'proxy_blocks',
  proxy_private: 'proxy_address_refused',
}

/** The refusal shown to the owner when an attempt ends without a link. */
export function refusalOf({ cause, code }: Close): DomainError {
  if (cause === 'not_genuine') return new DomainError('network_not_genuine')
  if (cause === 'passkey_late') return new DomainError('link_passkey_late')
  if (cause === 'passkey_refused') return new DomainError('link_passkey_refused')
  if (cause === 'link_forged') return new DomainError('link_forged')
  const ofProxy = OF_PROXY[cause]
  if (ofProxy)
    return new DomainError('proxy_test_failed', reasonParams({ code: ofProxy, params: {} }))
  return new DomainError('link_failed', reasonParams(reasonOf(cause, code)))
}

function reasonOf(cause: CloseCause, code: number | null): Reason {
  const params = code === null ? {} : { code }
  if (cause === 'pairing_refused') {
    return { code: code === null ? 'pairing_refused' : 'pairing_refused_coded', params }
  }
  if (cause === 'unreadable') return { code: 'link_proxy_unreadable', params }
  if (cause === 'outdated') return { code: 'link_outdated', params }
  if (cause !== 'connection_lost') {
    return { code: code === null ? 'link_refused' : 'link_refused_coded', params }
  }
  return { code: code === null ? 'link_unreachable' : 'link_unreachable_coded', params }
}
