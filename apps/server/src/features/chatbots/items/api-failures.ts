import { isReasonCode, type Reason, reasonText } from '@kirim/contract/reason-texts'
import { CodedText } from '@kirim/contract/refusals'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'

/**
 * When an item's call last failed, and why, as `serializeReason` writes it; contains nothing of the
 * request or response.
 */
export interface ApiFailure {
  readonly at: number
  readonly reason: string
}

interface Place {
  readonly workspaceId: string
  readonly itemId: string
}

/** Stores failures of API calls with their item; this does not count as an edit. */
export function createApiFailuresRepository(db: Db) {
  const itemAt = ({ workspaceId, itemId }: Place) =>
    db.updateTable('chatbot_items').where('id', '=', itemId).where('user_id', '=', workspaceId)

  return {
    /** Returns true when the item's previous call did not fail. */
    async record(place: Place, { at, reason }: ApiFailure): Promise<boolean> {
      const failed = itemAt(place).set({ api_failed_at: at, api_failure: reason })
      const first = await failed.where('api_failed_at', 'is', null).executeTakeFirst()
      if (first.numUpdatedRows > 0n) return true
      await failed.where('api_failed_at', '<=', at).execute()
      return false
    },

    /** Called after a success. Returns true when the item's previous call failed. */
    async clear(place: Place, at: number): Promise<boolean> {
      const cleared = await itemAt(place)
        .set({ api_failed_at: null, api_failure: null })
        .where('api_failed_at', '<=', at)
        .executeTakeFirst()
      return cleared.numUpdatedRows > 0n
    },
  }
}

/** Stores a reason as code and values, so that it can be shown in every language. */
export function serializeReason({ code, params }: Reason): string {
  return JSON.stringify({ code, params })
}

/** A stored reason, for the owner. Earlier versions stored the sentence itself. */
export function parseReason(stored: string): { reason: string; said?: Reason } {
  try {
    const { code, params } = CodedText.parse(JSON.parse(stored))
    if (isReasonCode(code)) return { reason: reasonText({ code, params }), said: { code, params } }
  } catch {
    // Not written by `serializeReason`.
  }
  return { reason: stored }
}

export interface ApiOutcomeReporterDeps {
  readonly db: Db
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
}

/**
 * Stores whether an item's calls fail, and notifies open pages when that changes. Replies do not
 * wait for it; a failed write is made up for by the next call.
 */
export function createApiOutcomeReporter(deps: ApiOutcomeReporterDeps) {
  const { realtime, clock, log } = deps
  const failures = createApiFailuresRepository(deps.db)
  /** `reason` is null when the call succeeded. */
  return (item: Place & { readonly deviceId: string }, reason: string | null): void => {
    const at = clock.now()
    const stored =
      reason === null ? failures.clear(item, at) : failures.record(item, { at, reason })
    stored.then(
      (changed) =>
        changed && realtime.toNumbers(item.workspaceId, [item.deviceId], 'chatbots_changed'),
      (err: unknown) =>
        log.warn({ err, itemId: item.itemId }, 'the outcome of an API call was not stored'),
    )
  }
}
