import type { MessageKind } from '@kirim/contract/message-kinds'

/** What an inbound message has beside its text, as `inbox.content` stores it. */
export interface StoredContent {
  readonly special?: SpecialContent
  readonly file?: StoredFile
  /** What it quotes, as its sender's app copied it. */
  readonly quoted?: {
    /** Empty when it quotes the number itself. */
    readonly senderJid: string
    readonly kind: MessageKind
    readonly text: string
  }
}

/** Content without a file; what of it is shown says `MessageContent` of the contract. */
export type SpecialContent =
  | {
      readonly type: 'location'
      readonly latitude: number
      readonly longitude: number
      readonly name: string
      readonly address: string
      readonly isLive: boolean
    }
  | {
      readonly type: 'contacts'
      readonly contacts: readonly {
        readonly name: string
        readonly phoneNumbers: readonly string[]
      }[]
    }
  | {
      readonly type: 'poll'
      readonly question: string
      readonly choices: number
      readonly options: readonly string[]
      /** The key that opens its votes, in base64. */
      readonly secret: string
    }
  | {
      readonly type: 'link'
      readonly url: string
      readonly title: string
      readonly description: string
      readonly thumbnail: string
    }
  | { readonly type: 'view_once'; readonly of: 'image' | 'video' | 'audio' }
  | {
      readonly type: 'call'
      readonly isVideo: boolean
      readonly outcome: 'missed' | 'rejected' | 'answered'
    }
  | {
      readonly type: 'system'
      readonly code: string
      readonly params: Readonly<Record<string, string>>
    }

/** A file as the network describes it, and where it is there; bytes are in base64. */
export interface StoredFile {
  readonly fileType: string
  /** Empty for what has no name. */
  readonly fileName: string
  /** In bytes. */
  readonly fileSize: number
  readonly width?: number
  readonly height?: number
  readonly seconds?: number
  readonly pages?: number
  readonly isVoice?: boolean
  readonly waveform?: string
  /** A small JPEG. */
  readonly thumbnail?: string
  readonly directPath: string
  readonly mediaKey: string
  readonly fileSha256: string
  readonly fileEncSha256: string
}

/** A message as the network names it. */
export interface MessageName {
  /** The network's id. */
  readonly messageId: string
  /** Its author in a group; empty for our own messages and in other chats. */
  readonly senderJid: string
  readonly fromMe: boolean
}

/** What an outgoing message is beside text and file, as `outgoing.content` stores it. */
export type OutgoingContent =
  | {
      readonly type: 'message'
      readonly quotes?: MessageName & { readonly kind: MessageKind; readonly text: string }
      readonly isVoice?: boolean
      /** Loudness over time of a voice note: 64 bytes of 0 to 100, in base64. */
      readonly waveform?: string
      /** Addresses that the text names with an @. */
      readonly mentions?: readonly string[]
    }
  | {
      readonly type: 'poll'
      readonly question: string
      readonly options: readonly string[]
      readonly choices: number
      /** The key that opens its votes, in base64. */
      readonly secret: string
    }
  | { readonly type: 'reaction'; readonly to: MessageName; readonly emoji: string }
  | { readonly type: 'edit'; readonly of: MessageName }
  | { readonly type: 'deletion'; readonly of: MessageName }

/** Whether a message is an entry of its chat; otherwise it changes one. */
export function isEntry(content: OutgoingContent | undefined): boolean {
  return content === undefined || content.type === 'message' || content.type === 'poll'
}
