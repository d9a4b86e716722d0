import type { Db } from '../../../platform/database/database.ts'
import type { ChatRow, ChatsStore } from '../chats.ports.ts'
import { EDIT_WITHIN_MS } from './change-messages.ts'
import type { MayWrite, MayWriteDeps } from './may-write.ts'
import type { MemberMessages } from './member-messages.repository.ts'
import type { MemberOutgoing, StoredMemberMessage } from './write.ports.ts'

interface OriginDeps extends Pick<MayWriteDeps, 'askedIn' | 'clock'> {
  readonly store: Pick<ChatsStore, 'rows' | 'react' | 'keepWordings' | 'rewordSent'>
  readonly messages: MemberMessages
  readonly mayWrite: Pick<MayWrite, 'personOf'>
  readonly outgoing: Pick<MemberOutgoing, 'reword' | 'markDeleted'>
}

export interface OfMember {
  readonly originId: string
}

export interface MemberMove {
  readonly message: StoredMemberMessage
  readonly from: string
  readonly to: string
}

/** What people of the team write, as an origin of messages. */
export function createMemberOrigin(deps: OriginDeps) {
  const { store, messages, outgoing, clock } = deps

  async function chatOf(originId: string, tx: Db): Promise<ChatRow | null> {
    const message = await messages.find(originId, tx)
    if (!message) return null
    const chat = await tx
      .selectFrom(store.rows.as('chat'))
      .selectAll('chat')
      .where('id', '=', message.chat_id)
      .executeTakeFirst()
    return chat ?? null
  }

  /** What changes a message takes effect once the network has accepted it. */
  async function takeEffect(tx: Db, message: StoredMemberMessage): Promise<void> {
    const { deviceId, content, text, createdAt } = message
    if (content?.type === 'reaction') {
      const { messageId } = content.to
      await store.react(tx, { deviceId, messageId, emoji: content.emoji, at: createdAt })
    }
    if (content?.type !== 'edit' && content?.type !== 'deletion') return
    const key = { deviceId, messageId: content.of.messageId }
    const now = clock.now()
    if (content.type === 'deletion') {
      const before = await outgoing.markDeleted(tx, key, now)
      if (before) await store.rewordSent(tx, before, null)
      return
    }
    const before = await outgoing.reword(tx, key, text, now)
    if (!before) return
    const wordings = [
      { at: before.createdAt, text: before.text },
      { at: now, text },
    ]
    await store.keepWordings(tx, key, wordings)
    await store.rewordSent(tx, before, text)
  }

  return {
    origin: {
      sendsTextWithoutMedia: false,
      outlastsOutages: true,
      waitsForNewChats: true,
      /** Somebody looks at the chat and waits for its tick. */
      longestRestMs: 60_000,
      /** The person of the chat; null for a group. */
      async personOf({ originId }: OfMember, tx: Db) {
        const chat = await chatOf(originId, tx)
        return chat && deps.mayWrite.personOf(chat)
      },
      async onMoves(tx: Db, moves: readonly MemberMove[]): Promise<void> {
        for (const { message, from, to } of moves) {
          if (from === 'pending' && to !== 'failed' && to !== 'dropped') {
            await takeEffect(tx, message)
          }
        }
      },
      async remains(tx: Db, originIds: readonly string[]) {
        await messages.remove(tx, originIds)
        return new Map(originIds.map((id) => [id, 'nothing' as const]))
      },
    },

    /** What a message answers, and when it was written; null when it is not there any more. */
    async answerOf({ originId }: OfMember, tx: Db) {
      const message = await messages.find(originId, tx)
      if (!message) return null
      const at = message.decided_at
      return { asked: await deps.askedIn(tx, message.chat_id, at, originId), at }
    },

    /** An edit that could not leave in time would be ignored by the network. */
    async mayLeave({ origin, originId }: OfMember & { readonly origin: string }, tx: Db) {
      if (origin !== 'member') return null
      const message = await messages.find(originId, tx)
      const isLate = clock.now() - (message?.created_at ?? 0) > EDIT_WITHIN_MS
      return message?.kind === 'edit' && isLate ? ('too_late' as const) : null
    },
  }
}
