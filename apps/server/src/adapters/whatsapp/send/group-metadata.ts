import type { BinaryNode, GroupMetadata, WASocket } from 'baileys'

const GROUPS_MAX = 500
const NEWS = 'CB:notification,type:w:gp2'

/**
 * Caches the members of groups that this connection has sent to. Without it the driver queries them
 * before every message, which the network soon answers with `rate-overlimit`. Any notification
 * about a group invalidates its entry: the driver has no event for a new timer, and fails on a
 * member's new number.
 */
export function createGroupMetadata(socket: () => Pick<WASocket, 'groupMetadata'>): {
  cached(jid: string): Promise<GroupMetadata>
  watch(socket: Pick<WASocket, 'ev' | 'ws'>): void
} {
  const entries = new Map<string, Promise<GroupMetadata>>()

  async function cached(jid: string): Promise<GroupMetadata> {
    const entry = entries.get(jid)
    if (entry) return entry
    const request = socket().groupMetadata(jid)
    entries.set(jid, request)
    const [oldest] = entries.keys()
    if (entries.size > GROUPS_MAX && oldest !== undefined) entries.delete(oldest)
    // Failed queries are not cached.
    request.catch(() => forget(jid, request))
    return request
  }

  function forget(jid: string | undefined, request?: Promise<GroupMetadata>): void {
    if (jid !== undefined && (!request || entries.get(jid) === request)) entries.delete(jid)
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
