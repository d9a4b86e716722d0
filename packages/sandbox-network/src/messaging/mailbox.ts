import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys'
import type { Connection } from '../connection.ts'
import type { LiveDevices } from '../live.ts'
import type { DeviceAddress } from '../store/companions.ts'
import type { Store } from '../store/database.ts'
import { SERVER } from '../wire/stanza.ts'

/** A stanza for a device, and the receipt that will acknowledge it. */
export interface MailboxItem {
  class: 'message' | 'receipt' | 'notification' | 'call'
  id: string
  /** The sender's number. */
  peer: string
  /**
   * The receipt's type; for messages `peer` when sent by the own phone, `again` for a requested
   * retry.
   */
  kind?: string
  node: BinaryNode
}

interface Row {
  seq: number
  kind: string
  stanza: Uint8Array
}

/** Marks a requested retry, to which the late acknowledgement of the first copy does not apply. */
export const RETRY = 'again'

/** Sent after the offline queue: a client accepts its first history only once it has caught up. */
const FROM_OWN_PHONE = 'peer'

/** Stores stanzas until their device has acknowledged them, connected or not. */
export function createMailbox(store: Store, live: LiveDevices) {
  const waiting = (address: DeviceAddress, after: number) =>
    store.all<Row>(
      'SELECT seq, kind, stanza FROM queue WHERE phone = ? AND device = ? AND seq > ? ORDER BY seq',
      address.phone,
      address.device,
      after,
    )

  return {
    /** Queues a stanza, and sends it after the commit when the device is connected. */
    post(
      address: DeviceAddress,
      { class: kindOfStanza, id, peer, kind = '', node }: MailboxItem,
    ): void {
      const stanza = encodeBinaryNode(node)
      store.run(
        'INSERT INTO queue (phone, device, class, id, peer, kind, stanza) VALUES (?, ?, ?, ?, ?, ?, ?)',
        address.phone,
        address.device,
        kindOfStanza,
        id,
        peer,
        kind,
        stanza,
      )
      store.afterCommit(() => {
        const connection = live.get(address)
        if (!connection?.ready || (connection.silent && peer !== address.phone)) return
        connection.sendEncoded(stanza)
      })
    },
    /** Removes a stanza that the device has acknowledged. */
    settle(
      address: DeviceAddress,
      done: { class: string; id: string; peer?: string; kind?: string; except?: string },
    ): void {
      store.run(
        `DELETE FROM queue WHERE phone = ? AND device = ? AND class = ? AND id = ?
         AND (? IS NULL OR peer = ?) AND (? IS NULL OR kind = ?) AND (? IS NULL OR kind <> ?)`,
        address.phone,
        address.device,
        done.class,
        done.id,
        done.peer ?? null,
        done.peer ?? null,
        done.kind ?? null,
        done.kind ?? null,
        done.except ?? null,
        done.except ?? null,
      )
    },
    has: (address: DeviceAddress, receipt: { class: string; kind: string }): boolean =>
      store.one(
        'SELECT 1 FROM queue WHERE phone = ? AND device = ? AND class = ? AND kind = ?',
        address.phone,
        address.device,
        receipt.class,
        receipt.kind,
      ) !== undefined,
    /**
     * Sends all queued stanzas as offline stanzas and announces the end of the queue; later ones
     * are sent directly.
     */
    async flush(connection: Connection, address: DeviceAddress): Promise<void> {
      const later: BinaryNode[] = []
      let count = 0
      let lastSeq = 0
      for (
        let rows = waiting(address, lastSeq);
        rows.length > 0;
        rows = waiting(address, lastSeq)
      ) {
        for (const row of rows) {
          const node = await decodeBinaryNode(Buffer.from(row.stanza))
          lastSeq = row.seq
          if (row.kind === FROM_OWN_PHONE) {
            later.push(node)
            continue
          }
          node.attrs.offline = String(count++)
          connection.send(node)
        }
      }
      connection.ready = true
      connection.send({
        tag: 'ib',
        attrs: { from: SERVER },
        content: [{ tag: 'offline', attrs: { count: String(count) } }],
      })
      for (const node of later) connection.send(node)
    },
  }
}
