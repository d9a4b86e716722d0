import type { Core } from '../core.ts'
import type { MessageStatus } from '../types.ts'
import type { LateReceipts } from './weather.ts'

const late = (core: Core, phone: string): LateReceipts | undefined => {
  const weather = core.weather.now(phone)
  return weather.kind === 'receipts' ? weather : undefined
}

/** The delay of the delivered receipt. */
export const deliveredAfter = (core: Core, phone: string): number =>
  core.timing.deliveredMs + (late(core, phone)?.delayMs ?? 0)

/** The receipts, in order, for a message that a contact received or read. */
export function receiptsFor(
  core: Core,
  phone: string,
  status: MessageStatus,
  reads: boolean,
): MessageStatus[] {
  const weather = late(core, phone)
  if (!weather) return [status]
  const receipts = weather.reorder ? reordered(status, reads) : [status]
  core.weather.strike(phone)
  return Array.from({ length: 1 + (weather.repeat ?? 0) }, () => receipts).flat()
}

function reordered(status: MessageStatus, reads: boolean): MessageStatus[] {
  if (status === 'read') return ['read', 'delivered']
  return reads ? [] : [status]
}
