/** WhatsApp takes no longer text, in UTF-16 code units; a longer one is cut rather than refused. */
export const MESSAGE_MAX_LENGTH = 65_536

/** How far one outgoing message has come. */
export type DeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** The same, or `dropped`: it was written down, has not left and never will; it counts nowhere. */
export type OutgoingState = DeliveryState | 'dropped'

/**
 * Why a message may not leave: what the gate answers. What `passes` is waited for; for what `lasts`
 * whoever was to get it is passed over.
 */
export const REFUSALS = {
  /** Its campaign was switched off, is being prepared anew or was deleted. */
  campaign_off: 'passes',
  /** The chatbot's number was removed. */
  number_gone: 'lasts',
  /** The chatbot of the number was switched off. */
  number_off: 'lasts',
  item_gone: 'lasts',
  item_off: 'lasts',
  /** An answer this late is no answer any more. */
  too_late: 'lasts',
  /** The owner has answered from the phone. */
  person_answered: 'lasts',
} as const satisfies Record<string, 'passes' | 'lasts'>

export type Refusal = keyof typeof REFUSALS
