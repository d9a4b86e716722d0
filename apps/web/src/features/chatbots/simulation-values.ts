import type { simulate } from '@kirim/contract/chatbot-tools'
import type { input } from 'zod'

/** What the simulator's form holds. */
export interface SimulationValues {
  text: string
  contactName: string
  contactNumber: string
  chat: 'individual' | 'group'
  /** As `2026-11-21T07:00` on the browser's clock; '' is now. */
  at: string
}

export const FIRST_SIMULATION: SimulationValues = {
  text: '',
  contactName: 'Aisyah',
  contactNumber: '60123456789',
  chat: 'individual',
  at: '',
}

/** The message to try, as the server takes it; an emptied contact is the server's own example. */
export function simulationOf(values: SimulationValues): input<typeof simulate.body> {
  const moment = values.at === '' ? Number.NaN : new Date(values.at).getTime()
  const contactName = values.contactName.trim()
  const contactNumber = values.contactNumber.trim()
  return {
    text: values.text,
    chat: values.chat,
    ...(contactName && { contactName }),
    ...(contactNumber && { contactNumber }),
    ...(Number.isFinite(moment) && { at: new Date(moment).toISOString() }),
  }
}
