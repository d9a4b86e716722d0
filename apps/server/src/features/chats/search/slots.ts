import type { SearchedWhat } from '../../../platform/database/schema/chat-search.ts'

/**
 * The number of something searched has three parts, so that one range of numbers holds the messages
 * of one device, in their order: 17 bits for the device and for what it is, and 36 for the slot: 19
 * for the hour, and 17 for a place in it.
 */
export const SLOTS = 2 ** 36
const PLACES = 2 ** 17
const HOUR_MS = 3_600_000
const MINUTES = 60
const PER_MINUTE = Math.floor(PLACES / MINUTES)
const FIRST_HOUR = Date.UTC(2010, 0) / HOUR_MS
const LAST_HOUR = 2 ** 19 - 1

/** Devices that are counted at all; rows of erased ones free their number. */
export const DEVICES_MAX = 2 ** 16 - 1

/** The numbers of a device's messages, or of its chats: from the first to before the end. */
export function rangeOf(device: number, what: 'messages' | 'chats') {
  const from = (device * 2 + (what === 'chats' ? 1 : 0)) * SLOTS
  return { from, end: from + SLOTS }
}

/** A number for something of this moment: one of its minute, or of up to so many minutes later. */
export function numberFor(
  device: number,
  what: SearchedWhat,
  moment: number,
  later: number,
): number {
  const at = moment + Math.floor(Math.random() * (later + 1)) * 60_000
  const hour = Math.min(LAST_HOUR, Math.max(0, Math.floor(at / HOUR_MS) - FIRST_HOUR))
  const minute = Math.floor(Math.max(0, at % HOUR_MS) / 60_000)
  const place = minute * PER_MINUTE + Math.floor(Math.random() * PER_MINUTE)
  return rangeOf(device, what === 2 ? 'chats' : 'messages').from + hour * PLACES + place
}

/** Its slot, which says how new it is, whatever its device. */
export function slotOf(no: number): number {
  return no % SLOTS
}

/** The first slot of the hour that is so many hours before that of this slot. */
export function hoursBefore(slot: number, hours: number): number {
  return (Math.ceil(slot / PLACES) - hours) * PLACES
}
