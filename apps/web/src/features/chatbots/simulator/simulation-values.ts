import type { simulate } from '@kirim/contract/chatbot-tools'
import type { Contact } from '@kirim/contract/contacts'
import type { input } from 'zod/mini'

/** What the simulator's form holds. */
export interface SimulationValues {
  text: string
  from: 'new' | 'list'
  /** Of the contact list; null until somebody is chosen. */
  contact: Contact | null
  /** Of somebody new, who may have neither. */
  contactName: string
  contactNumber: string
  chat: 'individual' | 'group'
  /** As `2026-11-21T07:00` on the browser's clock; '' is now. */
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

/** The message to try, as the server takes it. */
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
