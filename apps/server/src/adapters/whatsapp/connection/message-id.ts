import { createHash } from 'node:crypto'

const ID_MAX_LENGTH = 128

/** Whether this can be the id of a message sent from here; longer ids are not looked up. */
export function isMessageId(id: string | undefined): id is string {
  return id !== undefined && id !== '' && id.length <= ID_MAX_LENGTH
}

/** The id under which an inbound message is stored: a hash for ids that a database cannot store. */
export function storedId(id: string): string {
  if (id.length <= ID_MAX_LENGTH && !id.includes('\0')) return id
  return createHash('sha256').update(id).digest('hex')
}
