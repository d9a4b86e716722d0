import { v7 } from 'uuid'

/** A new id: UUIDv7, so that ids sort by creation time. */
export function newId(): string {
  return v7()
}

/**
 * A new message id in the form of the network's own clients: 3EB0 and upper-case hexadecimal
 * digits.
 */
export function newMessageId(): string {
  return `3EB0${newId().replaceAll('-', '').slice(-18).toUpperCase()}`
}
