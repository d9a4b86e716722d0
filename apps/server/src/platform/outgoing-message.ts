/** WhatsApp takes no longer text, in UTF-16 code units; a longer one is cut rather than refused. */
export const MESSAGE_MAX_LENGTH = 65_536

/** A message as it leaves, its id chosen and stored beforehand. */
export interface OutgoingMessage {
  readonly messageId: string
  /** The identity the network resolved the recipient to. */
  readonly jid: string
  readonly text: string
  readonly media: OutgoingMedia | null
}

export interface OutgoingMedia {
  readonly path: string
  readonly fileType: string
  readonly originalName: string
}

export type SendOutcome =
  /** The network has taken the message. */
  | { readonly kind: 'accepted' }
  /** The network said no; trying again would not help. `code` is the network's own. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The connection went before an answer came: whether it arrived is not known. */
  | { readonly kind: 'unknown' }

/** What the network later says of a sent message. */
export interface MessageReceipt {
  readonly deviceId: string
  readonly messageId: string
  readonly status: 'sent' | 'delivered' | 'read' | 'failed'
}
