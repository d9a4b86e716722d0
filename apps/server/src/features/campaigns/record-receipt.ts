import type { Clock } from '../../platform/clock.ts'
import type { MessageReceipt } from '../../platform/outgoing-message.ts'
import type { CampaignsEvents } from './campaigns.events.ts'
import type { LedgerRepository } from './ledger.repository.ts'

export type RecordReceipt = (receipt: MessageReceipt, reason?: string) => Promise<void>

/**
 * Writes down what the network says of a message. One at a time for each device: two words about the
 * parts of one person must see each other.
 */
export function createRecordReceipt(deps: {
  ledger: LedgerRepository
  events: CampaignsEvents
  clock: Clock
}): { record: RecordReceipt; drained(): Promise<void> } {
  const lines = new Map<string, Promise<void>>()

  async function write(receipt: MessageReceipt, reason: string | null): Promise<void> {
    const moved = await deps.ledger.record(receipt, deps.clock.now(), reason)
    if (moved) deps.events.changed(moved)
  }

  return {
    record(receipt, reason) {
      const before = lines.get(receipt.deviceId) ?? Promise.resolve()
      const mine = before.then(() => write(receipt, reason ?? null))
      const settled = mine.catch(() => {})
      lines.set(receipt.deviceId, settled)
      void settled.then(() => {
        if (lines.get(receipt.deviceId) === settled) lines.delete(receipt.deviceId)
      })
      return mine
    },
    async drained() {
      await Promise.all(lines.values())
    },
  }
}
