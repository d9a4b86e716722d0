import type { Core } from '../core.ts'
import type { Delivery } from '../store/deliveries.ts'
import type { MessageRow } from '../store/messages.ts'
import type { Contact, Group, MessageStatus } from '../types.ts'
import { deliveredAfter, receiptsFor } from '../weather/late-receipts.ts'
import { seconds } from '../wire/stanza.ts'
import { memberJid, memberPeer } from './peer.ts'
import type { Presenter } from './presenter.ts'

/** Receipts of group members, each for itself. `Receipts` has the timer. */
export type GroupReceipts = ReturnType<typeof createGroupReceipts>

export function createGroupReceipts(core: Core, presenter: Presenter) {
  const { clock, directory, groups, messages, deliveries, companions, mailbox, timing } = core

  function advance(delivery: Delivery, dueAt: number): void {
    const message = messages.at(delivery.seq)
    const group = message && groups.find(message.contact)
    if (!group) return
    const status = delivery.status === 'sent' ? 'delivered' : 'read'
    const { reads } = directory.contact(message.phone, delivery.member)
    const readAt = dueAt + Math.max(0, timing.readMs - timing.deliveredMs)
    deliveries.setStatus(delivery, status, status === 'delivered' && reads ? readAt : undefined)
    for (const receipt of receiptsFor(core, message.phone, status, reads)) {
      post(message, group, delivery.member, receipt)
    }
    if (!haveAllReported(message, group, status)) return
    messages.setStatus(message.seq, status)
    presenter.announceStatus(message, status)
  }

  /**
   * The status a phone shows: delivered when all members have the message, read when all have read
   * it.
   */
  function haveAllReported(message: MessageRow, group: Group, status: MessageStatus): boolean {
    const reports = deliveries
      .of(message.seq)
      .filter((delivery) => delivery.status === 'read' || delivery.status === status)
    return reports.length === group.members.length - 1
  }

  function post(message: MessageRow, group: Group, number: string, status: MessageStatus): void {
    const kind = status === 'read' ? 'read' : ''
    const participant = memberJid(group.addressing, directory.contact(message.phone, number))
    for (const device of companions.ofPhone(message.phone)) {
      mailbox.post(device, {
        class: 'receipt',
        id: message.id,
        peer: memberPeer(group.id, number),
        kind,
        node: {
          tag: 'receipt',
          attrs: {
            from: group.id,
            participant,
            id: message.id,
            t: seconds(clock.now()),
            ...(kind ? { type: kind } : {}),
          },
        },
      })
    }
  }

  return {
    /** Schedules the receipts of a member who has the message. */
    plan(message: MessageRow, { number, online }: Contact): void {
      deliveries.add(
        message.seq,
        number,
        'sent',
        online ? clock.now() + deliveredAfter(core, message.phone) : undefined,
      )
    },
    nextDue: (): number | undefined => deliveries.nextDue(),
    /** Sends due receipts. Runs inside a transaction. */
    sendDue(limit: number): void {
      for (const delivery of deliveries.due(clock.now(), limit)) advance(delivery, delivery.dueAt)
    },
    /** Repeats the member's receipts so far. */
    repeat(message: MessageRow, group: Group, { member, status }: Delivery): void {
      if (status !== 'sent') post(message, group, member, 'delivered')
      if (status === 'read') post(message, group, member, 'read')
    },
  }
}
