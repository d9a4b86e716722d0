import type { BinaryNode } from 'baileys'
import { LRUCache } from 'lru-cache'
import { upTo } from '../../../platform/lru.ts'

const REQUESTS_MAX = 1000

export interface Request {
  readonly stanza: BinaryNode
  /** How often it was repeated. */
  readonly tries: number
  readonly cancel: () => void
}

/** What people's phones have asked one device for and have not got; outlasts its connections. */
export function createRequests() {
  /** By message and by who asks for it. */
  const open = new LRUCache<string, Request>({
    ...upTo(REQUESTS_MAX),
    dispose: ({ cancel }) => cancel(),
  })
  return {
    open,
    /** Whether somebody asks for this message. */
    has: (messageId: string) =>
      [...open.values()].some(({ stanza }) => stanza.attrs.id === messageId),
  }
}

export type Requests = ReturnType<typeof createRequests>
