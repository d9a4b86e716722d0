/** What the person on the other side does. */
export type Typing = 'composing' | 'recording' | 'paused'

/** A message that is marked as read on the network. */
export interface MarkedMessage {
  /** The network's id. */
  readonly messageId: string
  readonly chatJid: string
  /** Its author in a group; null in other chats. */
  readonly senderJid: string | null
}

/** The session of a number, for its open chats. */
export interface PhoneNetwork {
  /** Whether the device has a session on this node. */
  isOpen(deviceId: string): boolean
  markAllRead(deviceId: string, messages: readonly MarkedMessage[]): Promise<void>
  /** Tells from now on who types in a chat; call it again while the chat stays open. */
  watchTyping(deviceId: string, chatJid: string): Promise<void>
  showPresence(deviceId: string, chatJid: string, presence: 'composing' | 'paused'): Promise<void>
}
