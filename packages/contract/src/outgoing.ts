/** The longest text WhatsApp accepts, in UTF-16 code units; longer texts are cut, not refused. */
export const MESSAGE_MAX_LENGTH = 65_536

/** The delivery state of one outgoing message. */
export type DeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** Also `dropped`: the message was stored but never sent and never will be; it is not counted. */
export type OutgoingState = DeliveryState | 'dropped'

/**
 * Why the gate refuses a message. After a `temporary` refusal the message waits; after a
 * `permanent` one its recipient is skipped.
 */
export const REFUSALS = {
  /** Its campaign was switched off, is being prepared again or was deleted. */
  campaign_off: 'temporary',
  /** The chatbot's number was removed. */
  number_gone: 'permanent',
  /** The chatbot of the number was switched off. */
  number_off: 'permanent',
  item_gone: 'permanent',
  item_off: 'permanent',
  /** The reply is older than the maximum age of a reply. */
  too_late: 'permanent',
  /** The owner has answered from the phone. */
  person_answered: 'permanent',
  /** The person asked to be left alone. */
  opted_out: 'permanent',
} as const satisfies Record<string, 'temporary' | 'permanent'>

export type Refusal = keyof typeof REFUSALS
