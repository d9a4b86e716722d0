import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { seeingAll, seeingNumbers } from '../../../testing/seeing.ts'
import { seenNames } from './seen-names.ts'

const sentence = (device: string) => ({
  code: 'queued',
  params: { device, campaign: 'Promo', n: 1 },
})

describe.each(engines)('names in sentences on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let own: string
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    own = await seedDevice(db, workspaceId)
    const other = await seedDevice(db, workspaceId, '60123456780')
    await db.updateTable('devices').set({ name: 'Other' }).where('id', '=', other).execute()
  })
  afterAll(() => close())
  const namesFor = (deviceIds: readonly string[] | null) => {
    const sight = deviceIds ? seeingNumbers(workspaceId, deviceIds) : seeingAll(workspaceId)
    return seenNames({ db, devices: ledgerRooms(db).devices }, sight)
  }

  test('are those of numbers that are seen, and of no campaign ahead', async () => {
    const names = await namesFor([own])
    expect(names.in(sentence('Shop')).params).toEqual({ device: 'Shop', campaign: '', n: 1 })
    expect(names.in(sentence('Other')).params).toEqual({ device: '', campaign: '', n: 1 })
    expect(names.in(null)).toBe(null)
    expect((await namesFor([])).isSeen('Shop')).toBe(false)
  })

  test('are all there for somebody who sees all numbers', async () => {
    const names = await namesFor(null)
    expect(names.in(sentence('Other'))).toEqual(sentence('Other'))
  })
})
