import type { Db } from '../../platform/database/database.ts'
import type { Part } from '../../platform/lifecycle.ts'

/** A call that begins to ring. */
export interface CallOffer {
  readonly deviceId: string
  readonly callId: string
  /** The JID of the caller's phone, to which the rejection goes. */
  readonly from: string
  /** The chat of the caller. */
  readonly callerJid: string
  /** International digits; null when only the LID is known. */
  readonly callerNumber: string | null
  readonly callerLid: string | null
  readonly isGroup: boolean
  /** It rang while the device was not connected. */
  readonly isOver: boolean
}

export type HearCall = (call: CallOffer) => Promise<void>

/** A message that is being answered. */
export interface AnsweredMessage {
  readonly deviceId: string
  readonly messageId: string
  readonly chatJid: string
  /** The author in a group; null in a private chat. */
  readonly senderJid: string | null
}

/** The open session of a device. */
export interface MannersNetwork {
  markRead(message: AnsweredMessage): Promise<void>
  /** Shows the device as online until the returned function is called. */
  appear(deviceId: string): () => void
  rejectCall(call: Pick<CallOffer, 'deviceId' | 'callId' | 'from'>): Promise<void>
}

/** A text to a caller, as `outgoing` stores it. */
interface CallText {
  readonly deviceId: string
  readonly workspaceId: string
  readonly origin: 'call'
  readonly originId: string
  readonly part: 0
  readonly messageId: string
  readonly jid: string
  readonly text: string
  readonly mediaId: null
  readonly presence: null
  readonly presenceSeconds: 0
}

/** The part of `outgoing` that these texts need. */
export interface CallOutgoing {
  storeMessages(
    tx: Db,
    texts: readonly CallText[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<unknown>
  /** Texts that are not sent or given up yet. */
  pendingOn(deviceId: string, origin: 'call'): Promise<readonly { readonly originId: string }[]>
  /** Sends the pending texts of an origin on each connected device. */
  sendPending(kind: {
    readonly origin: 'call'
    readonly name: string
    readonly tooLateMs: number
  }): {
    readonly part: Part
    connected(deviceId: string): void
    disconnected(deviceId: string): void
    wake(deviceId: string): void
    deviceRemoved(deviceId: string): Promise<void>
  }
}

/** A person who has called a number. */
export interface Caller {
  readonly workspaceId: string
  readonly phoneNumber: string | null
  readonly networkNumber: string | null
  readonly lid: string | null
}
