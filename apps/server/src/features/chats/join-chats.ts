import type { Db } from '../../platform/database/database.ts'

interface Joined {
  readonly gone: string
  readonly into: string
}

/** Gives everything of a chat to the chat that it becomes part of, before its row is deleted. */
export async function joinNoted(tx: Db, { gone, into }: Joined): Promise<void> {
  const moved = { chat_id: into }
  await tx.updateTable('chat_entries').set(moved).where('chat_id', '=', gone).execute()
  await tx.updateTable('member_messages').set(moved).where('chat_id', '=', gone).execute()
  await tx.updateTable('chat_mentions').set(moved).where('chat_id', '=', gone).execute()
  await tx
    .insertInto('chat_label_uses')
    .columns(['chat_id', 'label_id'])
    .expression((eb) =>
      eb
        .selectFrom('chat_label_uses')
        .select((of) => [of.val(into).as('chat_id'), 'label_id'])
        .where('chat_id', '=', gone),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
