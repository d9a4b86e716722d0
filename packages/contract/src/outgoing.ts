/** WhatsApp takes no longer text, in UTF-16 code units; a longer one is cut rather than refused. */
export const MESSAGE_MAX_LENGTH = 65_536

/** How far one outgoing message has come. */
export type DeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** The same, or `dropped`: it was written down, has not left and never will; it counts nowhere. */
export type OutgoingState = DeliveryState | 'dropped'

/** Why a message that was written down, or is about to be, may not leave: what the gate answers. */
export type Refusal =
  /** Its campaign was switched off, is being prepared anew or was deleted. */
  | 'campaign_off'
  /** The chatbot's number was removed. */
  | 'number_gone'
  /** The chatbot of the number was switched off. */
  | 'number_off'
  | 'item_gone'
  | 'item_off'
  /** An answer this late is no answer any more. */
  | 'too_late'
  /** The owner has answered from the phone. */
  | 'person_answered'
