import { v7 } from 'uuid'

/** A new id: UUIDv7, so that ids sort by the time they were made. */
export function newId(): string {
  return v7()
}

/**
 * A new message id in the form the network's own clients use: upper-case hexadecimal after 3EB0.
 */
export function newMessageId(): string {
  return `3EB0${newId().replaceAll('-', '').slice(-18).toUpperCase()}`
}
