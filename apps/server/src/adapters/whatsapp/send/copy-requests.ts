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

const ATTRIBUTES = ['id', 'from', 'participant', 'recipient', 'type', 't', 'offline'] as const
const RETRY_ATTRIBUTES = ['count', 'id', 't', 'v', 'error'] as const
const TEXT_MAX = 200
/** A signature, the longest of it. */
const BYTES_MAX = 64

/** The parts of somebody's keys from which the driver starts a session. */
const OF_KEYS = new Set(['type', 'identity', 'key', 'skey'])
const OF_KEY = new Set(['id', 'value', 'signature'])

/**
 * A request for a copy with what the driver needs of it, so that keeping it costs little whatever
 * else the asker has put in; null for one that no phone writes.
 */
export function trimRequest({ tag, attrs, content }: BinaryNode): BinaryNode | null {
  const picked = pick(attrs, ATTRIBUTES)
  if (!picked.id || !picked.from || Object.values(picked).some(({ length }) => length > TEXT_MAX)) {
    return null
  }
  if (!Array.isArray(content)) return { tag, attrs: picked }
  return { tag, attrs: picked, content: [...retryOf(content), ...keysOf(content)] }
}

function retryOf(content: BinaryNode[]): BinaryNode[] {
  const retry = content.find(({ tag }) => tag === 'retry')
  const attrs = pick(retry?.attrs ?? {}, RETRY_ATTRIBUTES)
  const isShort = Object.values(attrs).every(({ length }) => length <= TEXT_MAX)
  return retry && isShort ? [{ tag: 'retry', attrs }] : []
}

function keysOf(content: BinaryNode[]): BinaryNode[] {
  const registration = leaves(content, new Set(['registration']))
  const keys = content.find(({ tag }) => tag === 'keys')
  if (!Array.isArray(keys?.content)) return registration
  return [...registration, { tag: 'keys', attrs: {}, content: leaves(keys.content, OF_KEYS) }]
}

/** The first node of each of these tags, and what is wanted within a key. */
function leaves(nodes: readonly BinaryNode[], tags: ReadonlySet<string>): BinaryNode[] {
  return [...tags].flatMap((tag): BinaryNode[] => {
    const content = nodes.find((node) => node.tag === tag)?.content
    if (content instanceof Uint8Array && content.length <= BYTES_MAX) {
      // A copy: what was received is one piece with the whole of it.
      return [{ tag, attrs: {}, content: Buffer.from(content) }]
    }
    if (!Array.isArray(content) || tags === OF_KEY) return []
    return [{ tag, attrs: {}, content: leaves(content, OF_KEY) }]
  })
}

function pick(attrs: BinaryNode['attrs'], names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = attrs[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
