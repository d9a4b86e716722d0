import type { Db } from '../../../platform/database/database.ts'
import type { Part } from '../../../platform/lifecycle.ts'
import type { OutgoingContent } from '../../../platform/message-content.ts'

/** A message of the team before it is stored. */
export interface NewMemberMessage {
  readonly deviceId: string
  readonly workspaceId: string
  readonly origin: 'member'
  readonly originId: string
  readonly messageId: string
  readonly part: number
  readonly jid: string
  readonly text: string
  readonly mediaId: string | null
  readonly presence: null
  readonly presenceSeconds: 0
  readonly chatKey: string
  readonly personId: string
  readonly content?: OutgoingContent
}

/** The delivery feature, as messages of the team need it. */
export interface MemberOutgoing {
  storeMessages(
    tx: Db,
    messages: readonly NewMemberMessage[],
    how: { readonly leaveAtOnce: boolean },
  ): Promise<unknown>
  allOf(origin: 'member', originId: string): Promise<readonly { readonly messageId: string }[]>
  sendPending(kind: { origin: 'member'; name: string; tooLateMs: number }): {
    readonly part: Part
    connected(deviceId: string): void
    disconnected(deviceId: string): void
    wake(deviceId: string): void
    deviceRemoved(deviceId: string): Promise<void>
  }
}
