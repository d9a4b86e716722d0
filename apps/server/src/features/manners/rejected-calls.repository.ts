import type { Db } from '../../platform/database/database.ts'
import { newMessageId } from '../../platform/ids.ts'
import type { CallOffer, CallOutgoing } from './manners.ports.ts'

const HOUR_MS = 60 * 60_000
/** A repeated caller gets one text within this time. */
const TEXT_AGAIN_AFTER_MS = HOUR_MS
const KEPT_MS = 24 * HOUR_MS

/** The rejected calls whose callers get a text. */
export function createRejectedCalls(
  db: Db,
  outgoing: Pick<CallOutgoing, 'storeMessages' | 'pendingOn'>,
) {
  return {
    /**
     * Stores a call with the text to its caller. False if they got one within the hour, or the call
     * is stored already.
     */
    async writeText(
      call: CallOffer,
      workspaceId: string,
      text: string,
      now: number,
    ): Promise<boolean> {
      // A caller who opted out since is known only by the call, until its text is sent or given up.
      const unsettled = await outgoing.pendingOn(call.deviceId, 'call')
      const unsettledIds = unsettled.map(({ originId }) => originId)
      return db.transaction().execute(async (tx) => {
        await forgetOld(tx, call.deviceId, unsettledIds, now)
        if (await wasTextedRecently(tx, call, now)) return false
        const row = await tx
          .insertInto('rejected_calls')
          .values({
            device_id: call.deviceId,
            call_id: call.callId,
            caller_jid: call.callerJid,
            caller_number: call.callerNumber,
            caller_lid: call.callerLid,
            at: now,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('call_id')
          .executeTakeFirst()
        if (!row) return false
        await outgoing.storeMessages(tx, [textTo(call, workspaceId, text)], { leaveAtOnce: false })
        return true
      })
    },

    /** Null if the call was deleted. */
    async callerOf(deviceId: string, callId: string, tx: Db) {
      const row = await tx
        .selectFrom('rejected_calls')
        .select(['caller_number', 'caller_lid'])
        .where('device_id', '=', deviceId)
        .where('call_id', '=', callId)
        .executeTakeFirst()
      return row ? { number: row.caller_number, lid: row.caller_lid } : null
    },
  }
}

async function forgetOld(
  tx: Db,
  deviceId: string,
  protectedIds: readonly string[],
  now: number,
): Promise<void> {
  await tx
    .deleteFrom('rejected_calls')
    .where('device_id', '=', deviceId)
    .$if(protectedIds.length > 0, (query) => query.where('call_id', 'not in', protectedIds))
    .where('at', '<', now - KEPT_MS)
    .execute()
}

async function wasTextedRecently(tx: Db, call: CallOffer, now: number): Promise<boolean> {
  const row = await tx
    .selectFrom('rejected_calls')
    .select('call_id')
    .where('device_id', '=', call.deviceId)
    .where('at', '>', now - TEXT_AGAIN_AFTER_MS)
    .where((eb) =>
      eb.or([
        eb('caller_jid', '=', call.callerJid),
        ...(call.callerNumber === null ? [] : [eb('caller_number', '=', call.callerNumber)]),
        ...(call.callerLid === null ? [] : [eb('caller_lid', '=', call.callerLid)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

function textTo(call: CallOffer, workspaceId: string, text: string) {
  return {
    deviceId: call.deviceId,
    workspaceId,
    origin: 'call',
    originId: call.callId,
    part: 0,
    messageId: newMessageId(),
    jid: call.callerJid,
    text,
    mediaId: null,
    presence: null,
    presenceSeconds: 0,
  } as const
}
