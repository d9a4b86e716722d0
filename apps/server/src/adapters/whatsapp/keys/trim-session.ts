/**
 * Used-up chains that are kept. libsignal needs them to recognize repeated messages; Signal's own
 * libraries keep five chains in all.
 */
const SPENT_KEPT = 40

/** As libsignal stores it; `messageKeys` has the keys of messages that have not arrived yet. */
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
 * Drops old used-up chains from a session record. libsignal keeps the chain of every reply forever,
 * and each message parses and stores all of them: 210,000 characters and 8 ms after 2000 replies,
 * compared with 1000 and 1.5 ms at first.
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
  // They are stored in order of creation. The first one may belong to the messages that opened the
  // session, which repeat when their acknowledgement is lost.
  const dropped = new Set(spent.slice(1, -SPENT_KEPT).map(([name]) => name))
  if (dropped.size === 0) return session
  return { ...session, _chains: Object.fromEntries(chains.filter(([name]) => !dropped.has(name))) }
}

function isSpent({ chainKey, messageKeys }: Chain): boolean {
  return !chainKey.key && Object.keys(messageKeys).length === 0
}
