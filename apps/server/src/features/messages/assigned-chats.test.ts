import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { rowsRead } from '../../testing/query-plans.ts'
import { seedChat } from '../../testing/seed-chat.ts'
import { seedDevice, seedUser } from '../../testing/seed-user.ts'
import { createAssignedChats } from './assigned-chats.ts'

/** More than one step takes. */
const MANY = 260

describe.each(engines)('the chats that people answer, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let deviceId: string
  /** As Bob, who sees everything. */
  let all: Sight

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    deviceId = await seedDevice(db, workspaceId)
    all = { workspaceId, personId: 'bob', deviceIds: null, ownChatsOnly: false }
    for (let n = 0; n < MANY + 50; n += 1) {
      const assignedTo = n < MANY ? 'aina' : null
      await seedChat(db, { workspaceId, deviceId, chatKey: `6012${n}`, assignedTo })
    }
    await seedChat(db, { workspaceId, deviceId, chatKey: 'bob', assignedTo: 'bob' })
  })
  afterAll(() => close())

  test('are counted, and given back a few at a time, those of others not', async () => {
    const other = await seedUser(db)
    const device = await seedDevice(db, other)
    await seedChat(db, { workspaceId: other, deviceId: device, chatKey: '1', assignedTo: 'aina' })
    const chats = createAssignedChats(db)
    const seen = async (by: Partial<Sight> = {}) =>
      [...(await chats.assignedIn({ ...all, ...by }))].sort()
    expect(await seen()).toEqual([
      ['aina', MANY],
      ['bob', 1],
    ])
    expect(await seen({ ownChatsOnly: true })).toEqual([['bob', 1]])
    expect(await seen({ deviceIds: [device] })).toEqual([])
    expect(await seen({ deviceIds: [] })).toEqual([])
    await chats.unassign(workspaceId, 'aina')
    expect(await seen({ deviceIds: [deviceId] })).toEqual([['bob', 1]])
    expect(await seen({ workspaceId: other })).toEqual([['aina', 1]])
  })

  test.runIf(engine === 'PostgreSQL')('are found without reading the others', async () => {
    await sql`analyze chats`.execute(db)
    const read = await rowsRead(db, (asked) => createAssignedChats(asked).assignedIn(all))
    expect(read).toBeLessThan(10)
  })
})
