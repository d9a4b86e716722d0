import type { DeviceUse } from '@kirim/contract/devices'
import type { PasskeyAnswer, PasskeyOptions, PasskeyRefusal } from '@kirim/contract/passkey'
import type { Sight } from '../../platform/caller.ts'
import type { Close } from './closes.ports.ts'

/** What a phone reveals when it links a device. */
export interface LinkedIdentity {
  /** The phone's number in international digits. */
  readonly number: string
  readonly lid: string | null
  /** The phone owner's own name on the network; empty when unknown. */
  readonly name: string
}

/** One piece of a device's credentials; a null value deletes it. */
export interface CredentialPiece {
  readonly kind: string
  readonly name: string
  readonly value: string | null
}

/** The stored credentials cannot be opened, because they were sealed with another key. */
export class UnreadableCredentials extends Error {
  override name = 'UnreadableCredentials'
}

/**
 * Credentials of linked devices, encrypted at rest. A write is stored as a whole or not at all.
 * `read` throws UnreadableCredentials.
 */
export interface CredentialStore {
  read(
    deviceId: string,
    kind: string,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
  write(deviceId: string, pieces: readonly CredentialPiece[]): Promise<void>
}

/** Progress of the passkey step, which some accounts require between a scan and the link. */
export type PasskeyNews =
  | {
      readonly kind: 'asked'
      readonly options: PasskeyOptions
      readonly expiresInMs: number
      /** Why the previous answer was refused, which was to another request. */
      readonly refused: PasskeyRefusal | null
    }
  /** The phone shows this code, and waits for its owner. */
  | { readonly kind: 'compare'; readonly code: string; readonly expiresInMs: number }

export interface LinkListener {
  onQr(qr: { text: string; expiresInMs: number; attempt: number }): void
  /** The requested pairing code, once the network has accepted it. */
  onPairingCode(pairing: { code: string; expiresInMs: number }): void
  onPasskey(news: PasskeyNews): void
  /** The phone has accepted. The link continues once this resolves, with the credentials stored. */
  onPaired(identity: LinkedIdentity, credentials: readonly CredentialPiece[]): void
  /** The attempt ended without a link. */
  onEnded(close: Close): void
}

export interface SessionListener {
  onOpen(identity: { name: string; lid: string | null }): void
  /** Its owner changed their name on the network. */
  onRenamed(name: string): void
  /**
   * A message to a contact was not sent, because the key from the network is not signed by them.
   * Called once per session.
   */
  onForgedKey(): void
  /** The network has sent its limits on new chats. */
  onNewChats(news: NewChatNews): void
  onClosed(close: Close): void
}

export interface DeviceSession {
  /** Ends the connection, and stays linked. */
  close(): Promise<void>
  /** Unlinks at the network, if the connection allows it. */
  logOut(): Promise<void>
}

/** What is known of the phone before it accepts. */
export interface LinkWish {
  /** Null when it links by QR code alone. */
  readonly phoneNumber: string | null
  /** The device to link again, through its proxy; null for a new one. */
  readonly deviceId: string | null
}

export interface LinkAttempt {
  /** False once a phone has accepted: the attempt then continues. */
  withdraw(): boolean
  /** Answers the passkey step; ignored without a request. */
  answerPasskey(answer: PasskeyAnswer): void
  /** The phone shows the same code. */
  confirmPasskey(): void
}

/** The messaging network, for linking and connecting. */
export interface WhatsAppNetwork {
  /**
   * Shows QR codes until a phone scans one, the codes run out or the attempt is withdrawn; with a
   * phone number also a pairing code, which can be typed on the phone instead.
   */
  link(listener: LinkListener, wish: LinkWish): LinkAttempt
  /** Connects a linked device with its stored credentials. */
  open(deviceId: string, listener: SessionListener): DeviceSession
}

/** The plan that limits a workspace's connected devices; null for an unknown workspace. */
export type PlanOf = (workspaceId: string) => Promise<string | null>

/** The workspace's work that depends on a number. */
export type DeviceUses = (sight: Sight, deviceId: string) => Promise<DeviceUse>

/** How many new chats the network still allows a device. */
export interface NewChatQuota {
  readonly left: number
  /** 0 if the network does not say. */
  readonly of: number
  /** The period in epoch milliseconds; null if the network does not say. */
  readonly from: number | null
  readonly until: number | null
}

/** A message of the network about new chats; missing fields have not changed. */
export interface NewChatNews {
  /** No new chats until then, or until an unnamed time; null without a lock. */
  readonly lock?: { readonly until: number | null } | null
  /** Null when they are not counted. */
  readonly quota?: NewChatQuota | null
}
