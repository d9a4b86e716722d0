/** The longest text WhatsApp accepts, in UTF-16 code units; longer texts are cut, not refused. */
export const MESSAGE_MAX_LENGTH = 65_536

/** The delivery state of one outgoing message. */
export type DeliveryState = 'pending' | 'sent' | 'delivered' | 'read' | 'failed'

/** Also `dropped`: the message was stored but never sent and never will be; it is not counted. */
export type OutgoingState = DeliveryState | 'dropped'

/**
 * Refusals that concern the person. They also hold for a message that may have left, which then
 * fails with `PersonRefusal_unsettled`; the ledger has a sentence for each.
 */
export const PERSON_REFUSALS = {
  /** The person asked to be left alone. */
  opted_out: 'permanent',
} as const satisfies Record<string, 'permanent'>

export type PersonRefusal = keyof typeof PERSON_REFUSALS

/**
 * Why the gate refuses a message. After a `temporary` refusal the message waits. After a
 * `permanent` one it is never sent: if nothing was sent to the person yet, they are skipped;
 * otherwise the remaining parts of the message fail.
 */
export const REFUSALS = {
  ...PERSON_REFUSALS,
  /** The number has reached a rate limit of the network, and sends nothing for a while. */
  device_rests: 'temporary',
  /** Its campaign was switched off, is being prepared again or was deleted. */
  campaign_off: 'temporary',
  /** Its owner has cancelled its campaign. */
  campaign_cancelled: 'permanent',
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
  /** The message that it answers was deleted for everybody. */
  message_deleted: 'permanent',
  /** The message that it answers was edited; the new wording is answered instead. */
  message_edited: 'permanent',
} as const satisfies Record<string, 'temporary' | 'permanent'>

export type Refusal = keyof typeof REFUSALS
