import type { Core } from '../core.ts'
import type { MessageStatus } from '../types.ts'
import type { LateReceipts } from './weather.ts'

const late = (core: Core, phone: string): LateReceipts | undefined => {
  const weather = core.weather.now(phone)
  return weather.kind === 'receipts' ? weather : undefined
}

/** After how long a message is said to be delivered. */
export const deliveredAfter = (core: Core, phone: string): number =>
  core.timing.deliveredMs + (late(core, phone)?.delayMs ?? 0)

/** What is said, in this order, when a contact has got or read a message. */
export function receiptsFor(
  core: Core,
  phone: string,
  status: MessageStatus,
  reads: boolean,
): MessageStatus[] {
  const weather = late(core, phone)
  if (!weather) return [status]
  const said = weather.reorder ? reordered(status, reads) : [status]
  core.weather.strike(phone)
  return Array.from({ length: 1 + (weather.repeat ?? 0) }, () => said).flat()
}

function reordered(status: MessageStatus, reads: boolean): MessageStatus[] {
  if (status === 'read') return ['read', 'delivered']
  return reads ? [] : [status]
}
