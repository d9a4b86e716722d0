import type { MessageKind } from '@kirim/contract/message-kinds'
import type { OutgoingMessage, SendOutcome } from '../../../platform/outgoing-message.ts'

/** A message that came to a linked number, or that its owner wrote from the phone. */
export interface InboundMessage {
  readonly deviceId: string
  readonly messageId: string
  /** Where an answer goes: the chat as the network addresses it. */
  readonly chatJid: string
  /** The network's own identity of the chat's person, also of one addressed by number; null when not told, and of groups. */
  readonly chatLid: string | null
  readonly chat: 'individual' | 'group'
  /** Of a person's chat always the person, also when the owner writes there. */
  readonly senderJid: string
  /** Of the same: international digits; null when the network tells only its own identity. */
  readonly senderNumber: string | null
  /** What the sender calls themselves; empty when unknown. */
  readonly senderName: string
  readonly kind: MessageKind
  /** Text, caption, or the words of the button or list entry that was chosen. */
  readonly text: string
  /** Written from the phone by the number's owner. */
  readonly fromMe: boolean
  /** Epoch ms, as the network says. */
  readonly sentAt: number
}

/** Resolves once the message is kept. Until then the network is not told that it arrived. */
export type KeepInbound = (message: InboundMessage) => Promise<void>

export type ShownPresence = 'composing' | 'recording' | 'paused'

/** What the chatbot does towards a chat, over the device's open session. */
export interface ReplySender {
  isOpen(deviceId: string): boolean
  showPresence(deviceId: string, chatJid: string, presence: ShownPresence): Promise<void>
  /** As campaigns send: the same id again is harmless. */
  send(deviceId: string, message: OutgoingMessage): Promise<SendOutcome>
}
