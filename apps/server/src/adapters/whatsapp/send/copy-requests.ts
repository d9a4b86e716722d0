import type { BinaryNode } from 'baileys'
import { LRUCache } from 'lru-cache'
import { maxEntries } from '../../../platform/lru.ts'

const REQUESTS_MAX = 1000

export interface Request {
  readonly stanza: BinaryNode
  /** Repetitions so far. */
  readonly tries: number
  readonly cancel: () => void
}

/** Open requests for copies to one device; they outlast its connections. */
export function createRequests() {
  /** By message and requester. */
  const open = new LRUCache<string, Request>({
    ...maxEntries(REQUESTS_MAX),
    dispose: ({ cancel }) => cancel(),
  })
  return {
    open,
    /** Whether a copy of this message is requested. */
    has: (messageId: string) =>
      [...open.values()].some(({ stanza }) => stanza.attrs.id === messageId),
  }
}

export type Requests = ReturnType<typeof createRequests>

const ATTRIBUTES = ['id', 'from', 'participant', 'recipient', 'type', 't', 'offline'] as const
const RETRY_ATTRIBUTES = ['count', 'id', 't', 'v', 'error'] as const
const TEXT_MAX = 200
/** The length of a signature, the longest value. */
const BYTES_MAX = 64

/** The parts of a key bundle from which the driver starts a session. */
const OF_KEYS = new Set(['type', 'identity', 'key', 'skey'])
const OF_KEY = new Set(['id', 'value', 'signature'])

/**
 * Reduces a request to what the driver needs, so that storing it is cheap whatever else it
 * contains; null for one that no phone would send.
 */
export function trimRequest({ tag, attrs, content }: BinaryNode): BinaryNode | null {
  const trimmed = pick(attrs, ATTRIBUTES)
  if (
    !trimmed.id ||
    !trimmed.from ||
    Object.values(trimmed).some(({ length }) => length > TEXT_MAX)
  ) {
    return null
  }
  if (!Array.isArray(content)) return { tag, attrs: trimmed }
  return { tag, attrs: trimmed, content: [...retryOf(content), ...keysOf(content)] }
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

/** The first node of each tag, with the needed parts of a key. */
function leaves(nodes: readonly BinaryNode[], tags: ReadonlySet<string>): BinaryNode[] {
  return [...tags].flatMap((tag): BinaryNode[] => {
    const content = nodes.find((node) => node.tag === tag)?.content
    if (content instanceof Uint8Array && content.length <= BYTES_MAX) {
      // Copied, because the received buffer holds the whole stanza.
      return [{ tag, attrs: {}, content: Buffer.from(content) }]
    }
    if (!Array.isArray(content) || tags === OF_KEY) return []
    return [{ tag, attrs: {}, content: leaves(content, OF_KEY) }]
  })
}

function pick(attrs: BinaryNode['attrs'], names: readonly string[]): Record<string, string> {
  const result: Record<string, string> = {}
  for (const name of names) {
    const value = attrs[name]
    if (value !== undefined) result[name] = value
  }
  return result
}
