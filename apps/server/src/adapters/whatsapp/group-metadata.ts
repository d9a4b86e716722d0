import type { GroupMetadata, WASocket } from 'baileys'

const GROUPS_MAX = 500

/**
 * The members of groups that this connection has written to. Without it the driver asks for them
 * before every message, which the network soon answers with `rate-overlimit`. A change of a group
 * is told by an event; its members are then asked for again at the next message.
 */
export function createGroupMetadata(socket: () => Pick<WASocket, 'groupMetadata'>): {
  cached(jid: string): Promise<GroupMetadata>
  watch(ev: WASocket['ev']): void
} {
  const known = new Map<string, Promise<GroupMetadata>>()

  async function cached(jid: string): Promise<GroupMetadata> {
    const kept = known.get(jid)
    if (kept) return kept
    const asked = socket().groupMetadata(jid)
    known.set(jid, asked)
    const [oldest] = known.keys()
    if (known.size > GROUPS_MAX && oldest !== undefined) known.delete(oldest)
    // An answer that never came is not remembered.
    asked.catch(() => forget(jid, asked))
    return asked
  }

  function forget(jid: string | undefined, asked?: Promise<GroupMetadata>): void {
    if (jid !== undefined && (!asked || known.get(jid) === asked)) known.delete(jid)
  }

  return {
    cached,
    watch(ev) {
      ev.on('group-participants.update', ({ id }) => forget(id))
      ev.on('groups.update', (groups) => {
        for (const { id } of groups) forget(id)
      })
    },
  }
}
