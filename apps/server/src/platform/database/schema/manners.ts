import type { Flag } from './flag.ts'

export interface MannersTables {
  device_manners: DeviceMannersTable
  rejected_calls: RejectedCallTable
}

/** How a number behaves while it answers, and with calls; without a row all of it is off. */
export interface DeviceMannersTable {
  device_id: string
  mark_read: Flag
  shows_online: Flag
  rejects_calls: Flag
  /** The text to a caller; empty for none. */
  call_text: string
}

/** A call that was rejected with a text to its caller; kept for a day. */
export interface RejectedCallTable {
  device_id: string
  call_id: string
  caller_jid: string
  /** International digits; null when only the LID is known. */
  caller_number: string | null
  caller_lid: string | null
  at: number
}
