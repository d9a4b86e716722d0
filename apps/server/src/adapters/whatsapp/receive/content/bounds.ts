import { boundedText } from '@kirim/contract/bounded-text'
import { oneLine } from '@kirim/contract/names'

/** A text of somebody's app, as a database can store it: at most `max` code units, without NUL. */
export function boundedPart(text: string | null | undefined, max: number): string {
  return boundedText(text ?? '', max)
    .toWellFormed()
    .replaceAll('\0', '')
}

/** The same as one line. */
export function boundedLine(text: string | null | undefined, max: number): string {
  return oneLine(boundedPart(text, max))
}

/** Base64 of bytes; empty when there are none, or more than `max`. */
export function boundedBytes(bytes: Uint8Array | null | undefined, max: number): string {
  return bytes && bytes.length <= max ? Buffer.from(bytes).toString('base64') : ''
}

/** The end of the year 9999, after which no moment can be written in the usual way. */
const LATEST_MOMENT = 253_402_300_799_999
/** How much a phone's clock may be ahead. */
const AHEAD_MAX_MS = 24 * 60 * 60_000

/** A moment that somebody's app names, in epoch milliseconds; undefined for what is none. */
export const momentOf = (value: unknown): number | undefined => countOf(value, LATEST_MOMENT)

/** When something was done, as its app says, unless that is long after it came. */
export function doneAt(moment: number | undefined, cameAt: number): number {
  return moment !== undefined && moment <= cameAt + AHEAD_MAX_MS ? moment : cameAt
}

/** A whole number from 1; undefined for everything else. */
export function countOf(value: unknown, max: number): number | undefined {
  const count = Math.round(Number(value))
  return count >= 1 && count <= max ? count : undefined
}
