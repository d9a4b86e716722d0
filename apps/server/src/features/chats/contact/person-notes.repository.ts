import { PERSON_NOTES_MAX } from '@kirim/contract/limits'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { ChatRow } from '../chats.ports.ts'

export interface StoredNote {
  readonly id: string
  readonly personId: string | null
  readonly text: string
  readonly at: number
}

/** Whose notes stand beside a chat; those of a group are its own. */
export type NotedChat = Pick<ChatRow, 'user_id' | 'kind' | 'number' | 'lid' | 'jid'>

/** Notes about people, found by whichever of their names a chat knows. */
export function createPersonNotes(db: Db) {
  const ofPerson = (chat: NotedChat) => {
    const { number, lid } = namesOf(chat)
    return db
      .selectFrom('person_notes')
      .where('user_id', '=', chat.user_id)
      .where((eb) => eb.or([eb('number', '=', number), eb('lid', '=', lid)]))
  }

  return {
    /** The newest first. */
    async list(chat: NotedChat): Promise<StoredNote[]> {
      const rows = await ofPerson(chat)
        .select(['id', 'person_id', 'text', 'at'])
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(({ person_id, ...note }) => ({ ...note, personId: person_id }))
    },

    /** Throws `person_notes_full`. */
    async add(chat: NotedChat, note: StoredNote): Promise<void> {
      const { count } = await ofPerson(chat)
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (Number(count) >= PERSON_NOTES_MAX) {
        throw new DomainError('person_notes_full', { max: PERSON_NOTES_MAX })
      }
      await db
        .insertInto('person_notes')
        .values({
          id: note.id,
          user_id: chat.user_id,
          ...namesOf(chat),
          person_id: note.personId,
          text: note.text,
          at: note.at,
        })
        .execute()
    },

    async removeAllOf(chat: NotedChat): Promise<void> {
      const ids = (await ofPerson(chat).select('id').execute()).map(({ id }) => id)
      if (ids.length > 0) await db.deleteFrom('person_notes').where('id', 'in', ids).execute()
    },

    /** Throws `person_note_not_found`. */
    async remove(chat: NotedChat, id: string): Promise<void> {
      const found = await ofPerson(chat).select('id').where('id', '=', id).executeTakeFirst()
      if (!found) throw new DomainError('person_note_not_found')
      await db.deleteFrom('person_notes').where('id', '=', id).execute()
    },
  }
}

function namesOf({ kind, number, lid, jid }: NotedChat) {
  return kind === 'group' ? { number: null, lid: jid } : { number, lid }
}
