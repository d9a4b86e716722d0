import { z } from 'zod/mini'
import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow } from '../chats.ports.ts'

type Wait = Pick<ChatRow, 'waiting_since' | 'unread'>

const Params = z.object({
  waitingSince: z.pipe(z.iso.datetime(), z.transform(Date.parse)),
  unread: z.pipe(z.string().check(z.regex(/^\d{1,9}$/)), z.transform(Number)),
})

/** What an entry of a closed case keeps of somebody who still waited, with the unread messages. */
export function keptWait({ waiting_since: since, unread }: Wait): Record<string, string> {
  return since === null
    ? {}
    : { waitingSince: new Date(since).toISOString(), unread: String(unread) }
}

/** Who waited in a chat as it was closed; null if nobody did, or something was written since. */
export async function waitWhenClosed(tx: Db, chat: ChatRow): Promise<Wait | null> {
  if (chat.closed_at === null || chat.last_at > chat.closed_at) return null
  const closed = await tx
    .selectFrom('chat_entries')
    .select('params')
    .where('chat_id', '=', chat.id)
    .where('kind', '=', 'closed')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const { data } = Params.safeParse(JSON.parse(closed?.params ?? '{}'))
  return data ? { waiting_since: data.waitingSince, unread: data.unread } : null
}
