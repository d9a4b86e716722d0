import type { Timer } from '../clock.ts'
import type { Core } from '../core.ts'
import type { MessageRow } from '../store/messages.ts'
import type { MessageStatus } from '../types.ts'
import { devicesOf } from '../weather/companions.ts'
import { receiptsFor } from '../weather/late-receipts.ts'
import { lidJid, seconds, userJid } from '../wire/stanza.ts'
import type { GroupReceipts } from './group-receipts.ts'
import type { Presenter } from './presenter.ts'

/**
 * Sends receipts of contacts and group members when they are due. Due times are stored, so a
 * restart loses none.
 */
export type Receipts = ReturnType<typeof createReceipts>

const BATCH = 500
const NEVER = Number.POSITIVE_INFINITY

export function createReceipts(core: Core, presenter: Presenter, groupReceipts: GroupReceipts) {
  const { store, clock, directory, messages, companions, mailbox, timing } = core
  let timer: Timer | undefined
  let running = false

  function schedule(): void {
    timer?.cancel()
    timer = undefined
    if (!running) return
    const next = Math.min(messages.nextDue() ?? NEVER, groupReceipts.nextDue() ?? NEVER)
    if (next !== NEVER) timer = clock.after(Math.max(0, next - clock.now()), sendDue)
  }

  function sendDue(): void {
    store.transaction(() => {
      for (const message of messages.due(clock.now(), BATCH)) advance(message, message.dueAt)
      groupReceipts.sendDue(BATCH)
    })
    schedule()
  }

  function advance(message: MessageRow, dueAt: number): void {
    const status = message.status === 'sent' ? 'delivered' : 'read'
    const { reads } = directory.contact(message.phone, message.contact)
    const readAt = dueAt + Math.max(0, timing.readMs - timing.deliveredMs)
    messages.setStatus(message.seq, status, status === 'delivered' && reads ? readAt : undefined)
    for (const receipt of receiptsFor(core, message.phone, status, reads)) post(message, receipt)
    presenter.announceStatus(message, status)
  }

  /** Queues the receipt for every linked device of the phone. */
  function post(message: MessageRow, status: MessageStatus): void {
    const kind = status === 'read' ? 'read' : ''
    const [user, jid] =
      message.addressing === 'lid'
        ? [directory.lidOf(message.contact), lidJid]
        : [message.contact, userJid]
    for (const sender of devicesOf(core, message)) sendReceipt(message, kind, jid(user, sender))
  }

  function sendReceipt(message: MessageRow, kind: string, from: string): void {
    for (const device of companions.ofPhone(message.phone)) {
      mailbox.post(device, {
        class: 'receipt',
        id: message.id,
        peer: message.contact,
        kind,
        node: {
          tag: 'receipt',
          attrs: {
            from: core.forgeries.speaker ?? from,
            id: message.id,
            t: seconds(clock.now()),
            ...(kind ? { type: kind } : {}),
          },
        },
      })
    }
  }

  return {
    start(): void {
      running = true
      schedule()
    },
    stop(): void {
      running = false
      timer?.cancel()
    },
    /** Checks for due receipts after the commit. */
    wake: (): void => store.afterCommit(schedule),
    /** Repeats the receipts of a message so far. */
    repeat(message: MessageRow): void {
      if (message.status !== 'sent') post(message, 'delivered')
      if (message.status === 'read') post(message, 'read')
    },
  }
}
