import { PasskeyAnswer } from '@kirim/contract/passkey'
import { z } from 'zod'

const id = z.string().max(64)
const Nothing = z.void()
const OfUser = z.object({ userId: id })
const OfDevice = z.object({ userId: id, deviceId: id })

/** What only the node does that has a device. */
export const DEVICE_CALLS = {
  reconnect: { input: OfDevice, output: Nothing },
  disconnect: { input: OfDevice, output: Nothing },
  remove: { input: OfDevice, output: Nothing },
  /** What it connects through is another now, as the database has it. */
  proxy_changed: { input: z.object({ deviceId: id }), output: Nothing },
}

/** What only the node does over which somebody links a number. */
export const LINK_CALLS = {
  request: { input: OfUser, output: Nothing },
  request_again: { input: OfDevice, output: Nothing },
  request_pairing: { input: OfUser.extend({ phoneNumber: z.string().max(32) }), output: Nothing },
  answer_passkey: { input: OfUser.extend({ answer: PasskeyAnswer }), output: Nothing },
  confirm_passkey: { input: OfUser, output: Nothing },
  withdraw: { input: OfUser, output: z.enum(['nothing', 'withdrawn', 'too_late']) },
  /** Withdraws it, or waits until it is stored. */
  end: { input: OfUser, output: Nothing },
  /** Shows what waits once more. */
  show: { input: OfUser, output: Nothing },
}
