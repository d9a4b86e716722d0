/**
 * Of the chains of a session with which nothing can be read any more. Signal's own libraries keep
 * five chains in all; by these libsignal tells a message that comes a second time.
 */
const SPENT_KEPT = 40

/** As libsignal stores it; what was sent and has not come yet is in `messageKeys`. */
interface Chain {
  readonly chainKey: { readonly key?: string | undefined }
  readonly messageKeys: object
}
interface Session {
  readonly _chains: Readonly<Record<string, Chain>>
}
interface SessionRecord {
  readonly _sessions?: Readonly<Record<string, Session>>
}

/**
 * A record of sessions with a person without what nobody needs any more. libsignal keeps the chain
 * of every answer for ever, and each message parses and stores all of them: 210,000 characters and
 * 8 ms after 2000 answers, where it begins with 1000 and 1.5 ms.
 */
export function trimSession(record: object): object {
  const { _sessions: sessions } = record as SessionRecord
  if (!sessions) return record
  const trimmed = Object.entries(sessions).map(([name, session]) => [name, trim(session)])
  return { ...record, _sessions: Object.fromEntries(trimmed) }
}

function trim(session: Session): Session {
  const chains = Object.entries(session._chains)
  const spent = chains.filter(([, chain]) => isSpent(chain))
  // They are stored in the order in which they began. The first may be the one of the messages that
  // opened the session, which come again when their acknowledgement was lost.
  const dropped = new Set(spent.slice(1, -SPENT_KEPT).map(([name]) => name))
  if (dropped.size === 0) return session
  return { ...session, _chains: Object.fromEntries(chains.filter(([name]) => !dropped.has(name))) }
}

function isSpent({ chainKey, messageKeys }: Chain): boolean {
  return !chainKey.key && Object.keys(messageKeys).length === 0
}
