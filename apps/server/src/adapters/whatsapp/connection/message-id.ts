import { createHash } from 'node:crypto'

const ID_MAX_LENGTH = 128

/** Whether this can be the id of a message of ours; what is longer is not looked for. */
export function isMessageId(id: string | undefined): id is string {
  return id !== undefined && id !== '' && id.length <= ID_MAX_LENGTH
}

/** The id of a message that comes in, or what stands for one that no database would keep. */
export function storedId(id: string): string {
  if (id.length <= ID_MAX_LENGTH && !id.includes('\0')) return id
  return createHash('sha256').update(id).digest('hex')
}
