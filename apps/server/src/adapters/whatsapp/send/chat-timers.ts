import {
  getContentType,
  isLidUser,
  isPnUser,
  jidNormalizedUser,
  normalizeMessageContent,
  type proto,
  type SignalRepositoryWithLIDStore,
  type WASocket,
} from 'baileys'
import type { KeyCache } from '../keys/key-cache.ts'

const KIND = 'chat-timer'

type Mapping = SignalRepositoryWithLIDStore['lidMapping']

/**
 * Keeps after how many seconds the messages of a chat disappear. The driver passes this on in
 * groups only; elsewhere a message that does not say it stays, and the chat warns of it. A chat is
 * kept under number and identity, as it may be written to under either.
 */
export function createChatTimers(
  ev: WASocket['ev'],
  mapping: Mapping,
  pieces: ReturnType<KeyCache['open']>,
  onFault: (error: unknown) => void,
) {
  /** One after the other, in the order in which the timers were told. */
  let writes = Promise.resolve()

  /** The number comes first where it is known; nothing is asked of the network. */
  async function namesOf(jid: string): Promise<string[]> {
    const name = jidNormalizedUser(jid)
    const number = isLidUser(name) ? await mapping.getPNForLID(name) : null
    return number ? [jidNormalizedUser(number), name] : [name]
  }

  async function read(names: readonly string[]): Promise<number | null> {
    const stored = await pieces.read(KIND, names)
    const value = names.map((name) => stored.get(name)).find((found) => found !== undefined)
    return value === undefined ? null : Number(value)
  }

  async function keep(jid: string, seconds: number): Promise<void> {
    const names = await namesOf(jid)
    const current = await read(names)
    if (current === seconds || (current === null && seconds === 0)) return
    await pieces.write(names.map((name) => ({ kind: KIND, name, value: String(seconds) })))
  }

  function tell(jid: string | null | undefined, seconds: number): void {
    if (jid) writes = writes.then(() => keep(jid, seconds)).catch(onFault)
  }

  ev.on('messaging-history.set', ({ chats }) => {
    // Most have none.
    for (const { id, ephemeralExpiration } of chats) {
      if (ephemeralExpiration) tell(id, ephemeralExpiration)
    }
  })
  ev.on('chats.update', (chats) => {
    for (const { id, ephemeralExpiration } of chats) {
      if (ephemeralExpiration !== undefined) tell(id, ephemeralExpiration ?? 0)
    }
  })
  ev.on('messages.upsert', ({ messages }) => {
    for (const { key, message } of messages) {
      const seconds = timerIn(message)
      if (seconds > 0) tell(key.remoteJid, seconds)
    }
  })

  return {
    /** Undefined when they stay. */
    async of(jid: string): Promise<number | undefined> {
      await writes
      const names = await namesOf(jid)
      const lid = isPnUser(jid) ? await mapping.getLIDForPN(jid) : null
      return (await read(lid ? [...names, jidNormalizedUser(lid)] : names)) || undefined
    },
  }
}

/** What a message says of its chat; 0 when it says nothing. */
function timerIn(message: proto.IMessage | null | undefined): number {
  const content = normalizeMessageContent(message)
  const kind = getContentType(content)
  const part: unknown = kind && content?.[kind]
  if (typeof part !== 'object' || part === null || !('contextInfo' in part)) return 0
  const { contextInfo } = part as { contextInfo?: proto.IContextInfo | null }
  return contextInfo?.expiration ?? 0
}
