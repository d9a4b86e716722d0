import type { BinaryNode, GroupMetadata, WASocket } from 'baileys'

const GROUPS_MAX = 500
const NEWS = 'CB:notification,type:w:gp2'

/**
 * The members of groups that this connection has written to. Without it the driver asks for them
 * before every message, which the network soon answers with `rate-overlimit`. After any news of a
 * group it is asked for again with the next message: the driver has no event for a new timer, and
 * fails on a member's new number.
 */
export function createGroupMetadata(socket: () => Pick<WASocket, 'groupMetadata'>): {
  cached(jid: string): Promise<GroupMetadata>
  watch(socket: Pick<WASocket, 'ev' | 'ws'>): void
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
    watch({ ev, ws }) {
      ws.on(NEWS, ({ attrs }: BinaryNode) => forget(attrs.from))
      ev.on('group-participants.update', ({ id }) => forget(id))
      ev.on('groups.update', (groups) => {
        for (const { id } of groups) forget(id)
      })
    },
  }
}
