import type {
  Addressing,
  MessageDirection,
  MessageKind,
  MessageMark,
  MessageStatus,
} from '../types.ts'
import type { Store } from './database.ts'

/** The chat of a message: with a contact, or a group, whose id takes the contact's place. */
export interface ChatKey {
  phone: string
  contact: string
}

/** The data needed to fetch and decrypt a file. */
export interface MediaReference {
  mime: string
  fileName?: string
  fileSize: number
  /** `image`, `video`, …: an input of the key derivation. */
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker'
  /** Base64. */
  key: string
  sha256: string
  encSha256: string
  directPath: string
  intact: boolean
}

export interface MessageRow extends ChatKey {
  seq: number
  direction: MessageDirection
  id: string
  kind: MessageKind | 'protocol'
  text: string
  media: MediaReference | undefined
  content: Buffer
  at: number
  status: MessageStatus
  copies: number
  addressing: Addressing
  /** The author of a group message; null in a chat with a contact. */
  author: string | null
  mark: MessageMark | null
}

export type NewMessage = Omit<MessageRow, 'seq' | 'copies' | 'mark'> & {
  /** When its next receipt is due, in epoch milliseconds. */
  dueAt: number | undefined
}

type Raw = Omit<MessageRow, 'media' | 'content'> & {
  media: string | null
  content: Uint8Array
  due_at: number | null
}

/** All messages, each stored once with the number of copies received. */
export function createMessages(store: Store) {
  const read = (raw: Raw): MessageRow => ({
    ...raw,
    media: raw.media === null ? undefined : JSON.parse(raw.media),
    content: Buffer.from(raw.content),
  })
  const one = (sql: string, ...values: (string | number)[]) => {
    const raw = store.one<Raw>(sql, ...values)
    return raw && read(raw)
  }

  return {
    /** Finds a message by its position. */
    at: (seq: number): MessageRow | undefined => one('SELECT * FROM message WHERE seq = ?', seq),
    find: (
      { phone, contact }: ChatKey,
      direction: MessageDirection,
      id: string,
    ): MessageRow | undefined =>
      one(
        'SELECT * FROM message WHERE phone = ? AND contact = ? AND direction = ? AND id = ?',
        phone,
        contact,
        direction,
        id,
      ),
    add(message: NewMessage): MessageRow {
      const raw = store.one<Raw>(
        `INSERT INTO message (phone, contact, direction, id, kind, text, media, content, at, status,
         addressing, due_at, author) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
        message.phone,
        message.contact,
        message.direction,
        message.id,
        message.kind,
        message.text,
        message.media ? JSON.stringify(message.media) : null,
        message.content,
        message.at,
        message.status,
        message.addressing,
        message.dueAt ?? null,
        message.author,
      )
      if (!raw) throw new Error('the message was not stored')
      return read(raw)
    },
    /** The number of messages with a file sent to an owner's phones. */
    filesTo: (owner: string): number =>
      store.one<{ count: number }>(
        `SELECT count(*) AS count FROM phone JOIN message ON message.phone = phone.number
         WHERE owner = ? AND media IS NOT NULL AND direction = 'from-contact'`,
        owner,
      )?.count ?? 0,
    /** Increments the count of copies, or sets it; returns the message. */
    countCopy(message: MessageRow, copies: number = message.copies + 1): MessageRow {
      store.run('UPDATE message SET copies = ? WHERE seq = ?', copies, message.seq)
      return { ...message, copies }
    },
    setStatus(seq: number, status: MessageStatus, dueAt?: number): void {
      store.run(
        'UPDATE message SET status = ?, due_at = ? WHERE seq = ?',
        status,
        dueAt ?? null,
        seq,
      )
    },
    /** Marks a message as edited or deleted, or a call as ended, with its latest text. */
    setMark(seq: number, mark: MessageMark, text: string): void {
      store.run('UPDATE message SET mark = ?, text = ? WHERE seq = ?', mark, text, seq)
    },
    /** The copies of a group's message in the chats of its phones. */
    copiesOf: (group: string, id: string): MessageRow[] =>
      store.all<Raw>('SELECT * FROM message WHERE contact = ? AND id = ?', group, id).map(read),
    due: (now: number, limit: number): (MessageRow & { dueAt: number })[] =>
      store
        .all<Raw & { due_at: number }>(
          'SELECT * FROM message WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?',
          now,
          limit,
        )
        .map((raw) => ({ ...read(raw), dueAt: raw.due_at })),
    nextDue: (): number | undefined =>
      store.one<{ at: number | null }>(
        'SELECT min(due_at) AS at FROM message WHERE due_at IS NOT NULL',
      )?.at ?? undefined,
    /**
     * Sets or clears the next receipt of all messages with this status from an owner's phones to a
     * contact.
     */
    plan(owner: string, contact: string, status: MessageStatus, dueAt: number | undefined): void {
      store.run(
        `UPDATE message SET due_at = ? WHERE contact = ? AND status = ? AND direction = 'to-contact'
         AND phone <> contact AND phone IN (SELECT number FROM phone WHERE owner = ?)`,
        dueAt ?? null,
        contact,
        status,
        owner,
      )
    },
    page: ({ phone, contact }: ChatKey, limit: number, before: number): MessageRow[] =>
      store
        .all<Raw>(
          `SELECT * FROM message WHERE phone = ? AND contact = ? AND seq < ? AND kind <> 'protocol'
           ORDER BY seq DESC LIMIT ?`,
          phone,
          contact,
          before,
          limit,
        )
        .map(read)
        .reverse(),
    /** The last message of each chat with a contact, latest first. */
    last: (phone: string): MessageRow[] =>
      store
        .all<Raw>(
          `SELECT * FROM message WHERE seq IN (SELECT max(seq) FROM message
           WHERE phone = ? AND author IS NULL AND kind <> 'protocol' GROUP BY contact) ORDER BY seq DESC`,
          phone,
        )
        .map(read),
    unread: (phone: string): Map<string, number> =>
      new Map(
        store
          .all<{ contact: string; n: number }>(
            `SELECT contact, count(*) AS n FROM message WHERE phone = ? AND direction = 'from-contact'
             AND status <> 'read' AND kind <> 'protocol' GROUP BY contact`,
            phone,
          )
          .map(({ contact, n }) => [contact, n]),
      ),
    lastAddressing: ({ phone, contact }: ChatKey): Addressing =>
      store.one<{ addressing: Addressing }>(
        'SELECT addressing FROM message WHERE phone = ? AND contact = ? ORDER BY seq DESC LIMIT 1',
        phone,
        contact,
      )?.addressing ?? 'pn',
    /** The number of dropped copies, over all chats. */
    duplicates: (): number =>
      store.one<{ n: number }>('SELECT coalesce(sum(copies - 1), 0) AS n FROM message')?.n ?? 0,
  }
}
