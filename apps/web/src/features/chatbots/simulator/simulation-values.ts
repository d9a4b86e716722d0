import type { simulate } from '@kirim/contract/chatbot-tools'
import type { Contact } from '@kirim/contract/contacts'
import type { input } from 'zod/mini'

/** The values of the simulator's form. */
export interface SimulationValues {
  text: string
  from: 'new' | 'list'
  /** From the contact list; null until one is chosen. */
  contact: Contact | null
  /** For a sender who is not in the list; may be empty. */
  contactName: string
  contactNumber: string
  chat: 'individual' | 'group'
  /** Like `2026-11-21T07:00` on the browser's clock; '' means now. */
  at: string
}

export const FIRST_SIMULATION: SimulationValues = {
  text: '',
  from: 'new',
  contact: null,
  contactName: '',
  contactNumber: '',
  chat: 'individual',
  at: '',
}

/** The message to simulate, as the server expects it. */
export function simulationOf(values: SimulationValues): input<typeof simulate.body> {
  const { text, from, contact, contactName, contactNumber, chat } = values
  const moment = values.at === '' ? Number.NaN : new Date(values.at).getTime()
  return {
    text,
    chat,
    ...(from === 'new' && { contactName, contactNumber }),
    ...(from === 'list' && contact && { contactId: contact._id }),
    ...(Number.isFinite(moment) && { at: new Date(moment).toISOString() }),
  }
}
