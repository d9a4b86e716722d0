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

/** A whole number from 1; undefined for everything else. */
export function countOf(value: unknown, max: number): number | undefined {
  const count = Math.round(Number(value))
  return count >= 1 && count <= max ? count : undefined
}
