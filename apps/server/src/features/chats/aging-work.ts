import type { AgingPlace, AgingRows } from '../../platform/database/aging-rows.ts'

/** Notes and steps of chats that are old. */
export const agingEntries: AgingRows = {
  name: 'chat entries',
  async step(tx, { after, rows, before }) {
    const page = await tx
      .selectFrom('chat_entries')
      .select(['id', 'at'])
      .where('id', '>', after?.[0] ?? '')
      .orderBy('id')
      .limit(rows)
      .execute()
    const old = page.filter(({ at }) => at < before).map(({ id }) => id)
    if (old.length > 0) await tx.deleteFrom('chat_entries').where('id', 'in', old).execute()
    return { last: endOf(page, rows), removed: old.length, emptied: 0, mediaIds: [] }
  },
}

/** What people wrote and delivery has long sent; what waits for its time stays. */
export const agingMemberMessages: AgingRows = {
  name: 'member messages',
  async step(tx, { after, rows, before }) {
    const page = await tx
      .selectFrom('member_messages')
      .select(['id', 'state', 'created_at', 'media_id'])
      .where('id', '>', after?.[0] ?? '')
      .orderBy('id')
      .limit(rows)
      .execute()
    const old = page.filter(({ state, created_at }) => {
      return created_at < before && (state === 'given' || state === 'withdrawn')
    })
    const ids = old.map(({ id }) => id)
    if (ids.length > 0) await tx.deleteFrom('member_messages').where('id', 'in', ids).execute()
    const mediaIds = old.flatMap(({ media_id }) => media_id ?? [])
    return { last: endOf(page, rows), removed: old.length, emptied: 0, mediaIds }
  },
}

function endOf(page: readonly { readonly id: string }[], rows: number): AgingPlace | null {
  const end = page.at(-1)
  return end && page.length === rows ? [end.id, ''] : null
}
