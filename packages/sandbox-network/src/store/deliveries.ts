import type { MemberReceipt, MessageStatus } from '../types.ts'
import type { Store } from './database.ts'

/** The receipt state of one member for a group message, by the message's `seq`. */
export interface Delivery extends MemberReceipt {
  seq: number
}

type Raw = Delivery & { due_at: number | null }

/**
 * The delivery of group messages to members. A member who could not decrypt a message has no entry.
 */
export function createDeliveries(store: Store) {
  const read = ({ seq, member, status, copies }: Raw): Delivery => ({ seq, member, status, copies })

  return {
    of: (seq: number): Delivery[] =>
      store.all<Raw>('SELECT * FROM group_delivery WHERE seq = ? ORDER BY member', seq).map(read),
    add(seq: number, member: string, status: MessageStatus, dueAt: number | undefined): void {
      store.run(
        'INSERT INTO group_delivery (seq, member, status, due_at) VALUES (?, ?, ?, ?)',
        seq,
        member,
        status,
        dueAt ?? null,
      )
    },
    countCopy(delivery: Delivery): Delivery {
      const copies = delivery.copies + 1
      store.run(
        'UPDATE group_delivery SET copies = ? WHERE seq = ? AND member = ?',
        copies,
        delivery.seq,
        delivery.member,
      )
      return { ...delivery, copies }
    },
    setStatus({ seq, member }: Delivery, status: MessageStatus, dueAt?: number): void {
      store.run(
        'UPDATE group_delivery SET status = ?, due_at = ? WHERE seq = ? AND member = ?',
        status,
        dueAt ?? null,
        seq,
        member,
      )
    },
    due: (now: number, limit: number): (Delivery & { dueAt: number })[] =>
      store
        .all<Raw & { due_at: number }>(
          'SELECT * FROM group_delivery WHERE due_at <= ? ORDER BY due_at, seq LIMIT ?',
          now,
          limit,
        )
        .map((raw) => ({ ...read(raw), dueAt: raw.due_at })),
    nextDue: (): number | undefined =>
      store.one<{ at: number | null }>(
        'SELECT min(due_at) AS at FROM group_delivery WHERE due_at IS NOT NULL',
      )?.at ?? undefined,
    /**
     * Sets or clears the next receipt for all of a member's messages from an owner's phones in this
     * status.
     */
    plan(owner: string, member: string, status: MessageStatus, dueAt: number | undefined): void {
      store.run(
        `UPDATE group_delivery SET due_at = ? WHERE member = ? AND status = ? AND seq IN
         (SELECT seq FROM message JOIN phone ON phone.number = message.phone WHERE owner = ?)`,
        dueAt ?? null,
        member,
        status,
        owner,
      )
    },
  }
}
