import type { DeviceUse } from '@kirim/contract/devices'

/** What a phone tells when it links a device. */
export interface LinkedIdentity {
  /** International digits of the phone's number. */
  readonly number: string
  readonly lid: string | null
  /** The phone owner's own name on the network; empty when unknown. */
  readonly name: string
}

/** One piece of a device's credentials; a null value erases it. */
export interface CredentialPiece {
  readonly kind: string
  readonly name: string
  readonly value: string | null
}

/** Stored credentials cannot be opened: they were sealed with another key. */
export class UnreadableCredentials extends Error {
  override name = 'UnreadableCredentials'
}

/** Credentials of linked devices, encrypted at rest. A write is one transaction.
 * `read` throws UnreadableCredentials. */
export interface CredentialStore {
  read(
    deviceId: string,
    kind: string,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  write(deviceId: string, pieces: readonly CredentialPiece[]): Promise<void>
}

/** Why a connection ended. */
export type CloseCause =
  | 'restart_required'
  | 'logged_out'
  | 'replaced'
  | 'connection_lost'
  | 'qr_expired'
  | 'refused'
  /**
   * The stored credentials cannot be opened with this key:
   * nothing is lost, and trying again is no use.
   */
  | 'unreadable'
  /** The server that answered could not prove to be the network; it was told nothing. */
  | 'not_genuine'
  /** The phone's account has not signed the link that the network brought. */
  | 'link_forged'

export interface LinkListener {
  onQr(qr: { text: string; expiresInMs: number; attempt: number }): void
  /**
   * The phone has accepted. Resolves once the credentials are kept; only then does the link go on.
   */
  onPaired(identity: LinkedIdentity, credentials: readonly CredentialPiece[]): void
  /** The attempt ended without a link. */
  onEnded(cause: CloseCause): void
}

export interface SessionListener {
  onOpen(identity: { name: string; lid: string | null }): void
  /** Its owner calls themselves something else since it was opened. */
  onRenamed(name: string): void
  /**
   * A contact was not written to,
   * for the key that the network named is not signed by them. Told once.
   */
  onForgedKey(): void
  onClosed(cause: CloseCause): void
}

export interface DeviceSession {
  /** Ends the connection and keeps the registration. */
  close(): Promise<void>
  /** Unlinks at the network, as far as the connection allows. */
  logOut(): Promise<void>
}

/** The messaging network, as far as linking and connecting go. */
export interface WhatsAppNetwork {
  /**
   * Shows QR codes until a phone scans one, the codes run out or the attempt is withdrawn.
   * `withdraw` answers false once a phone has accepted: the attempt then goes on to its end.
   */
  link(listener: LinkListener): { withdraw(): boolean }
  /** Connects a linked device with its stored credentials. */
  open(deviceId: string, listener: SessionListener): DeviceSession
}

/** The plan that bounds how many devices a user connects; null when there is nobody by that id. */
export type PlanOf = (userId: string) => Promise<string | null>

/** The user's work on a number that stops when it is removed. */
export type DeviceUses = (userId: string, deviceId: string) => Promise<DeviceUse>
