import type { Clock } from '../../platform/clock.ts'
import { createKeyedLock } from '../../platform/lock.ts'
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
  const inTurn = createKeyedLock()
  const running = new Set<Promise<void>>()

  async function write(receipt: MessageReceipt, reason: string | null): Promise<void> {
    const moved = await deps.ledger.record(receipt, deps.clock.now(), reason)
    if (moved) deps.events.changed(moved)
  }

  return {
    record(receipt, reason) {
      const mine = inTurn(receipt.deviceId, () => write(receipt, reason ?? null))
      running.add(mine)
      const over = () => running.delete(mine)
      mine.then(over, over)
      return mine
    },
    async drained() {
      await Promise.allSettled(running)
    },
  }
}
