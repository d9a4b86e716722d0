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
 * Stores the disappearing-message timer of each chat. The driver applies it in groups only; in
 * other chats, a message without it would stay, and the phone would show a warning. Timers are
 * stored under number and LID, since either may be used to send.
 */
export function createChatTimers(
  ev: WASocket['ev'],
  mapping: Mapping,
  pieces: ReturnType<KeyCache['open']>,
  onFault: (error: unknown) => void,
) {
  /** Serializes writes in order of arrival. */
  let writes = Promise.resolve()

  /** The number comes first if it is known locally. */
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
    // Most chats have none.
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
    /** Undefined if messages stay. */
    async of(jid: string): Promise<number | undefined> {
      await writes
      const names = await namesOf(jid)
      const lid = isPnUser(jid) ? await mapping.getLIDForPN(jid) : null
      return (await read(lid ? [...names, jidNormalizedUser(lid)] : names)) || undefined
    },
  }
}

/** The timer that a message names for its chat; 0 if none. */
function timerIn(message: proto.IMessage | null | undefined): number {
  const content = normalizeMessageContent(message)
  const kind = getContentType(content)
  const part: unknown = kind && content?.[kind]
  if (typeof part !== 'object' || part === null || !('contextInfo' in part)) return 0
  const { contextInfo } = part as { contextInfo?: proto.IContextInfo | null }
  return contextInfo?.expiration ?? 0
}
