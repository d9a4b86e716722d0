import { expect, test } from 'vitest'
import { freshDatabase } from '../../testing/engines.ts'
import { untilOneWaits } from '../../testing/lock-waits.ts'
import { plainOutgoing } from '../../testing/plain-outgoing.ts'
import { plannedMessage } from '../../testing/planned-message.ts'
import { seedDevice, seedUser } from '../../testing/seed-user.ts'
import type { Move } from './delivery.ports.ts'

test('a waiting report is applied to the state after the earlier one', async () => {
  const { db, close } = await freshDatabase('PostgreSQL')
  const workspaceId = await seedUser(db)
  const deviceId = await seedDevice(db, workspaceId)
  const moved: Move[] = []
  const room = plainOutgoing(db, { onMoved: (moves) => moved.push(...moves) })
  const planned = plannedMessage({ deviceId, workspaceId })
  const { messageId } = planned
  await db.transaction().execute(async (tx) => {
    await room.storeMessages(tx, [planned], { leaveAtOnce: true })
  })

  let late: Promise<void> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('outgoing')
      .set({ state: 'delivered' })
      .where('device_id', '=', deviceId)
      .execute()
    late = room.record(deviceId, [{ messageId, status: 'sent', reason: null }])
    await untilOneWaits(db)
  })
  await late

  expect(await room.find(deviceId, messageId)).toMatchObject({ state: 'delivered' })
  expect(moved).toEqual([])
  await close()
})
